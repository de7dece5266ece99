/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sharing, by random notifications, against a model that keeps all of them in a list and adds up
 * those of each part anew.  Blocks begin and end in between, threads change, and there may be too
 * few tables.  A model with a fault must differ.  The file's lines must add up to its totals.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/machine/cycles.h"
#include "engine/share/share.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { STEPS = 600, SPAN = 1024, UNIT = 64, STACKS = 3, THREADS = 4 };
static const uint64_t base = 0x5000000;

enum fault {
    RIGHT,
    ONE_WAY,      /* a read that writes is no write */
    OLD_THREAD,   /* the thread that ran before */
    BLOCKS_STAY,  /* blocks do not end */
    BYTES_UNITED, /* parts at one offset are one, whatever their size */
    WHOLE_UNIT,   /* a unit is twice as large */
    NO_COPIES,    /* a reference invalidates one copy at most */
    FAULTS
};

struct block {
    uint64_t address, bytes; /* bytes 0: it has ended */
    uint32_t stack;
};

struct seen {
    struct msim_share_part_key key; /* `object`: the stack and the size of the block; 0: in none */
    int64_t at;
    struct msim_share_counts counts;
};

static struct msim_dict dict;
static struct msim_machine machine;
static struct msim_sim *sim;
static struct msim_share *share;
static struct block block[STEPS];
static struct seen seen[STEPS];
static unsigned blocks, notified;
static uint32_t thread, thread_before;

UNIT_BEFORE()
{
    msim_dict_init(&dict, &memory.mem);
    for (uint32_t i = 0; i < 8; i++)
        msim_dict_site(&dict, msim_dict_string(&dict, "a.c"), msim_dict_string(&dict, "f"), i);
    for (uint32_t i = 0; i <= STACKS; i++)
        msim_calls_call(&dict.calls, msim_calls_frame(&dict.calls, i, i, 0), 0);
    memset(&machine, 0, sizeof machine);
    machine.level[MSIM_I1] = (struct msim_geometry){32768, 8, 4 * UNIT};
    machine.level[MSIM_D1] = (struct msim_geometry){32768, 8, UNIT};
    machine.level[MSIM_L3] = (struct msim_geometry){1 << 20, 8, 2 * UNIT};
    machine.latency[MSIM_LATENCY_L3] = 40;
    machine.cores.used = THREADS;
    machine.cores.l2_sharing = 1;
}

static void start(uint32_t units_most, uint32_t parts_most)
{
    sim = msim_get(&memory.mem, sizeof *sim, 64);
    share = msim_get(&memory.mem, sizeof *share, 64);
    const struct msim_setting setting = {
        .mem = &memory.mem, .dict = &dict, .machine = &machine, .sim = sim};
    msim_share_init(share, &setting, false);
    msim_share_units_init(&share->units, &memory.mem, units_most, parts_most);
    blocks = notified = thread = thread_before = 0;
}

/* --- Steps -------------------------------------------------------------------------------- */

static void switch_thread(uint32_t to)
{
    uint64_t record[] = {msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS), to};
    msim_share_event(share, record, 0);
    thread_before = thread;
    thread = to;
}

static void call(enum msim_heap_call function, uint32_t stack, uint64_t bytes, uint64_t result,
                 uint64_t given)
{
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS),
                         function | (uint64_t)stack << 32, bytes, result, given};
    msim_share_event(share, record, 0);
}

static struct block *block_at(uint64_t address, uint64_t bytes)
{
    for (unsigned i = 0; i < blocks; i++)
        if (block[i].address < address + bytes && address < block[i].address + block[i].bytes)
            return &block[i];
    return NULL;
}

static void begin_block(struct unit_random *random)
{
    uint64_t address = base + unit_below(random, SPAN) / 16 * 16;
    uint64_t bytes = 1 + unit_below(random, 150);
    uint32_t stack = 1 + (uint32_t)unit_below(random, STACKS);
    if (block_at(address, bytes))
        return;
    call(MSIM_HEAP_MALLOC, stack, bytes, address, 0);
    block[blocks++] = (struct block){address, bytes, stack};
}

static void end_block(struct unit_random *random, enum fault fault)
{
    struct block *ends = blocks ? &block[unit_below(random, blocks)] : NULL;
    if (!ends || !ends->bytes)
        return;
    call(MSIM_HEAP_FREE, 0, 0, 0, ends->address);
    ends->bytes = fault == BLOCKS_STAY ? ends->bytes : 0;
}

static uint32_t object_of(uint32_t stack, uint64_t bytes)
{
    return stack << 16 | (uint32_t)bytes;
}

static void keep(const struct msim_sharing *sharing, enum fault fault)
{
    uint32_t unit = fault == WHOLE_UNIT ? 2 * UNIT : UNIT;
    const struct block *in = block_at(sharing->first, 1);
    struct seen *to = &seen[notified++];
    *to = (struct seen){.key = {sharing->first / unit, (uint32_t)(sharing->first % unit),
                                fault == BYTES_UNITED ? 0 : sharing->size,
                                fault == OLD_THREAD ? thread_before : thread, sharing->site,
                                in ? object_of(in->stack, in->bytes) : 0},
                        .at = (int64_t)(in ? sharing->first - in->address : sharing->first)};
    uint64_t *count = to->counts.count;
    count[MSIM_SHARE_READS] = sharing->kind == MSIM_READ;
    count[MSIM_SHARE_WRITES] = fault == ONE_WAY ? sharing->kind == MSIM_WRITE : sharing->writes;
    count[MSIM_SHARE_TRUE] = sharing->miss == MSIM_SHARING_TRUE;
    count[MSIM_SHARE_FALSE] = sharing->miss == MSIM_SHARING_FALSE;
    count[MSIM_SHARE_FROM_CORE] = sharing->from < MSIM_CORES_MAX;
    count[MSIM_SHARE_INVALIDATED] =
        fault == NO_COPIES ? sharing->invalidated > 0 : sharing->invalidated;
}

static void notify(struct unit_random *random, enum fault fault)
{
    uint64_t first = base + unit_below(random, SPAN) / 8 * 8;
    enum msim_kind kind = unit_one_in(random, 2) ? MSIM_READ : MSIM_WRITE;
    struct msim_sharing sharing = {.first = first,
                                   .size = unit_one_in(random, 3) ? 4 : 8,
                                   .site = (uint32_t)unit_below(random, 3),
                                   .core = thread % THREADS,
                                   .from = unit_one_in(random, 2) ? MSIM_CORES_MAX : 1,
                                   .invalidated = (uint32_t)unit_below(random, THREADS),
                                   .kind = kind,
                                   .writes = kind == MSIM_WRITE || unit_one_in(random, 4),
                                   .watched = true,
                                   .miss = (enum msim_sharing_miss)unit_below(random, 3)};
    msim_share_take(share, &sharing);
    keep(&sharing, fault);
}

static void run(struct unit_random *random, enum fault fault)
{
    for (unsigned i = 0; i < STEPS; i++) {
        if (unit_one_in(random, 6))
            switch_thread(1 + (uint32_t)unit_below(random, THREADS));
        else if (unit_one_in(random, 8))
            begin_block(random);
        else if (unit_one_in(random, 12))
            end_block(random, fault);
        else
            notify(random, fault);
    }
}

/* --- Comparing ---------------------------------------------------------------------------- */

static bool same_key(const struct msim_share_part_key *a, const struct msim_share_part_key *b,
                     uint32_t object)
{
    return a->unit == b->unit && a->offset == b->offset && a->size == b->size &&
           a->thread == b->thread && a->site == b->site && a->object == object;
}

/* True: the part is what the list has of it; if parts found no room, it may lack the first. */
static bool same_part(const struct msim_share_part *part)
{
    const struct msim_object *of = msim_object_at(&share->map.owners, part->key.object);
    uint32_t object = of->kind == MSIM_OBJECT_HEAP ? object_of(of->of, of->low) : 0;
    struct msim_share_counts sum = {{0}};
    const struct seen *first = NULL;
    for (unsigned i = 0; i < notified; i++) {
        if (!same_key(&seen[i].key, &part->key, object))
            continue;
        first = first ? first : &seen[i];
        msim_share_add(&sum, &seen[i].counts);
    }
    return first && first->at == part->at && !memcmp(&sum, &part->counts, sizeof sum);
}

static bool is_same(void)
{
    struct msim_share_counts all = share->units.others, wanted = {{0}};
    uint32_t chained = 0;
    for (uint32_t i = 1; i < share->units.units.used; i++) {
        struct msim_share_counts sum = msim_share_unit_sum(&share->units, i);
        const struct msim_share_unit *unit = msim_share_unit_at(&share->units, i);
        msim_share_add(&all, &sum);
        for (uint32_t k = unit->first; k; k = msim_share_part_at(&share->units, k)->next) {
            if (msim_share_part_at(&share->units, k)->key.unit != unit->number)
                return false;
            chained++;
        }
    }
    for (unsigned i = 0; i < notified; i++)
        msim_share_add(&wanted, &seen[i].counts);
    if (memcmp(&all, &wanted, sizeof all) != 0 || chained + 1 != share->units.parts.used)
        return false;
    for (uint32_t i = 1; i < share->units.parts.used; i++)
        if (!same_part(msim_share_part_at(&share->units, i)))
            return false;
    return true;
}

/* --- The file ----------------------------------------------------------------------------- */

struct added {
    unsigned long long count[MSIM_SHARE_COUNTS];
};

static void add_line(struct added *to, const char *line, unsigned fields_before, int sign)
{
    for (unsigned i = 0; i < fields_before; i++)
        line = strchr(line, '\t') + 1;
    for (unsigned i = 0; i < MSIM_SHARE_COUNTS; i++) {
        line = strchr(line, '\t') + 1;
        to->count[i] += (unsigned long long)sign * strtoull(line, NULL, 10);
    }
}

static bool begins(const char *line, const char *with)
{
    return !strncmp(line, with, strlen(with));
}

/* Units and others are the total, and all that has names are the parts of units. */
static void check_file(char *text)
{
    static const struct added none;
    struct added units = none, parts = none;
    unsigned totals = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        if (begins(line, "unit\t")) {
            add_line(&units, line, 1, 1);
            add_line(&parts, line, 1, -1);
        } else if (begins(line, "part\t")) {
            add_line(&parts, line, 6, 1);
        } else if (begins(line, "other\t")) {
            add_line(&units, line, 0, 1);
        } else if (begins(line, "#total\t")) {
            add_line(&units, line, 0, -1);
            totals++;
        }
    }
    ck_assert_uint_eq(totals, 1);
    ck_assert(!memcmp(&units, &none, sizeof none));
    ck_assert(!memcmp(&parts, &none, sizeof none));
}

static void write_file(void)
{
    enum { ROOM = 1 << 20 };
    struct msim_string to = {malloc(ROOM), ROOM, 0};
    struct msim_sink sink = msim_string_sink(&to);
    const struct msim_about about = {.command = "./prog"};
    msim_share_write(share, &about, &sink);
    ck_assert(strstr(to.text, "# cores: 4\n# unit: 64\n# transfer: 40\n"));
    check_file(to.text);
    free(to.text);
}

/* --- Tests -------------------------------------------------------------------------------- */

UNIT_TEST(counts_parts)
{
    struct unit_random random = {1};
    int found[FAULTS] = {0};
    for (int round = 0; round < unit_rounds(60); round++)
        for (int fault = RIGHT; fault < FAULTS; fault++) {
            start(1000, 1000);
            run(&random, (enum fault)fault);
            found[fault] += !is_same();
            if (fault == RIGHT)
                write_file();
        }
    ck_assert_int_eq(found[RIGHT], 0);
    for (int fault = RIGHT + 1; fault < FAULTS; fault++)
        ck_assert_msg(found[fault] > 0, "fault %d is not found", fault);
}

/* What is new finds no room, but nothing is lost. */
UNIT_TEST(has_bounds)
{
    struct unit_random random = {2};
    for (int round = 0; round < unit_rounds(40); round++) {
        uint32_t units = 1 + (uint32_t)unit_below(&random, 6);
        uint32_t parts = 1 + (uint32_t)unit_below(&random, 40);
        start(units, parts);
        run(&random, RIGHT);
        ck_assert_uint_le(share->units.units.used, units + 1);
        ck_assert_uint_le(share->units.parts.used, parts + 1);
        ck_assert(is_same());
        write_file();
    }
}

/* A forked child counts its own references. */
UNIT_TEST(clears)
{
    struct unit_random random = {3};
    start(1000, 1000);
    run(&random, RIGHT);
    msim_share_clear(share);
    notified = 0;
    write_file();
    for (unsigned i = 0; i < 50; i++)
        notify(&random, RIGHT);
    struct msim_share_counts all = share->units.others, wanted = {{0}};
    for (uint32_t i = 1; i < share->units.units.used; i++) {
        struct msim_share_counts sum = msim_share_unit_sum(&share->units, i);
        msim_share_add(&all, &sum);
    }
    for (unsigned i = 0; i < notified; i++)
        msim_share_add(&wanted, &seen[i].counts);
    ck_assert(!memcmp(&all, &wanted, sizeof all));
    write_file();
}

/* A core has its own first levels, and L2 unless that is shared. */
UNIT_TEST(knows_units)
{
    struct msim_machine own = machine;
    ck_assert_uint_eq(msim_share_unit_bytes(&own), 64);
    ck_assert_uint_eq(msim_cycles_transfer(&own), 40);
    own.level[MSIM_L2] = (struct msim_geometry){1 << 18, 8, 128};
    own.latency[MSIM_LATENCY_L2] = 12;
    ck_assert_uint_eq(msim_share_unit_bytes(&own), 128);
    ck_assert_uint_eq(msim_cycles_transfer(&own), 40);
    own.cores.l2_sharing = 0;
    ck_assert_uint_eq(msim_share_unit_bytes(&own), 64);
    ck_assert_uint_eq(msim_cycles_transfer(&own), 12);
    own.cores.l2_sharing = own.cores.l3_sharing = 1;
    own.latency[MSIM_LATENCY_MEMORY] = 200;
    ck_assert_uint_eq(msim_share_unit_bytes(&own), 128);
    ck_assert_uint_eq(msim_cycles_transfer(&own), 200);
}
