/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predictions (engine/share/near.h), by random references of several cores to a few units, against
 * a model that keeps all of them and, for each line of each pair, asks for every byte anew what
 * happened to it.  The model decides itself when a pair is followed.  A model with a fault must
 * differ.
 */
#include <string.h>

#include "engine/machine/cores.h"
#include "engine/share/near.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { PROGRAMS = 60, STEPS = 1500, UNITS = 5, CORES_MAX = 5, BYTES_MAX = 256 };
static const uint64_t first_unit = 1001;

enum fault {
    RIGHT,
    EARLY,     /* pairs are followed from the first reference on */
    PATIENT,   /* slices may be as long as they like */
    ONE_UNIT,  /* slices at the same unit count */
    READS,     /* reads take lines, too */
    FORGETS,   /* what a core used before it lost a line does not count */
    ALL_PAIRS, /* odd units begin lines of twice the length */
    FAULTS
};

struct reference {
    uint32_t core, offset, size; /* offset: from the first unit */
    uint32_t site;
    bool writes;
};

struct run {
    struct unit_memory memory;
    struct msim_near near;
    uint32_t unit, cores;
    struct reference reference[STEPS];
    unsigned used;
};

/* What the model has of a pair while it is decided whether it is followed. */
struct slices {
    bool begun, second;
    uint32_t core, since, changes;
    unsigned from; /* the reference after which it is followed; 0: it is not */
};

/* --- The model ---------------------------------------------------------------------------- */

static bool is_in(const struct run *run, const struct reference *reference, unsigned unit)
{
    return reference->offset / run->unit == unit;
}

/* After which reference the pair is followed. */
static unsigned taken_up(const struct run *run, unsigned pair, enum fault fault)
{
    struct slices slices = {.begun = false};
    for (unsigned i = 0; i < run->used; i++) {
        const struct reference *reference = &run->reference[i];
        bool second = is_in(run, reference, pair + 1);
        if (!second && !is_in(run, reference, pair))
            continue;
        if (fault == EARLY)
            return i;
        if (slices.begun && slices.core != reference->core) {
            bool too_long = slices.since >= MSIM_NEAR_PATIENCE && fault != PATIENT;
            slices.changes += second != slices.second || fault == ONE_UNIT;
            slices.changes = too_long ? 0 : slices.changes;
            slices.since = 0;
        }
        slices.begun = true;
        slices.core = reference->core;
        slices.second = second;
        slices.since++;
        if (slices.changes >= MSIM_NEAR_CHANGES)
            return i + 1;
    }
    return run->used;
}

/* A line, byte by byte. */
struct line {
    uint32_t begin, bytes; /* from the first unit */
    bool held[CORES_MAX], lost[CORES_MAX];
    bool used[CORES_MAX][BYTES_MAX], written[CORES_MAX][BYTES_MAX];
    uint64_t misses;
    struct msim_share_counts sum; /* from the second miss on */
};

/* True: the core used, or uses now, a byte that others wrote since it lost the line. */
static bool is_true(const struct line *line, uint32_t core, const bool *touched, enum fault fault)
{
    uint32_t grain = line->bytes / 64;
    for (uint32_t byte = 0; byte < line->bytes; byte++)
        for (uint32_t other = byte / grain * grain; other < (byte / grain + 1) * grain; other++) {
            bool uses = touched[byte] || (line->used[core][byte] && fault != FORGETS);
            if (uses && line->written[core][other])
                return true;
        }
    return false;
}

static void step(const struct run *run, struct line *line, const struct reference *reference,
                 enum fault fault)
{
    bool touched[BYTES_MAX] = {false}, any = false;
    struct msim_share_counts adds = {{0}};
    uint32_t core = reference->core;
    for (uint32_t i = 0; i < line->bytes; i++) {
        uint32_t at = line->begin + i;
        touched[i] = at >= reference->offset && at < reference->offset + reference->size;
        any |= touched[i];
    }
    if (!any)
        return;
    if (!line->held[core] && line->lost[core]) {
        adds.count[is_true(line, core, touched, fault) ? MSIM_SHARE_TRUE : MSIM_SHARE_FALSE]++;
        adds.count[MSIM_SHARE_FROM_CORE]++;
        line->misses++;
    }
    if (!line->held[core])
        memset(line->used[core], 0, sizeof line->used[core]);
    line->held[core] = true;
    line->lost[core] = false;
    for (uint32_t other = 0; other < run->cores && (reference->writes || fault == READS); other++) {
        if (other == core)
            continue;
        if (line->held[other]) {
            memset(line->written[other], 0, sizeof line->written[other]);
            line->lost[other] = true;
            adds.count[MSIM_SHARE_INVALIDATED]++;
        }
        line->held[other] = false;
        for (uint32_t i = 0; i < line->bytes; i++)
            line->written[other][i] |= line->lost[other] && touched[i];
    }
    for (uint32_t i = 0; i < line->bytes; i++)
        line->used[core][i] |= touched[i];
    adds.count[reference->writes ? MSIM_SHARE_WRITES : MSIM_SHARE_READS] = 1;
    if (line->misses >= MSIM_SHARING_WATCHED_FROM)
        msim_share_add(&line->sum, &adds);
}

static bool same_line(const struct run *run, unsigned pair, unsigned number, unsigned from,
                      enum fault fault)
{
    static struct line line;
    uint64_t key = (first_unit + pair) * MSIM_NEAR_LINES + number;
    uint32_t unit = msim_share_unit_find(&run->near.parts, key);
    struct msim_share_counts sum = msim_share_unit_sum(&run->near.parts, unit);
    memset(&line, 0, sizeof line);
    line.begin = pair * run->unit + number * (run->unit / MSIM_NEAR_LINES);
    line.bytes = number == MSIM_NEAR_DOUBLED ? 2 * run->unit : run->unit;
    bool is_line =
        number != MSIM_NEAR_DOUBLED || (first_unit + pair) % 2 == 0 || fault == ALL_PAIRS;
    for (unsigned i = from; i < run->used && is_line; i++)
        if (is_in(run, &run->reference[i], pair) || is_in(run, &run->reference[i], pair + 1))
            step(run, &line, &run->reference[i], fault);
    return !memcmp(&sum, &line.sum, sizeof sum);
}

static bool is_same(const struct run *run, enum fault fault)
{
    for (unsigned pair = 0; pair + 1 < UNITS; pair++) {
        unsigned from = taken_up(run, pair, fault);
        for (unsigned number = 0; number < MSIM_NEAR_LINES; number++)
            if (!same_line(run, pair, number, from, fault))
                return false;
    }
    return true;
}

/* --- Programs ----------------------------------------------------------------------------- */

/* Cores mostly stay in a unit of their own, some for long. */
static struct reference any_reference(const struct run *run, struct unit_random *random)
{
    const struct reference *last = run->used ? &run->reference[run->used - 1] : NULL;
    uint32_t core = (uint32_t)unit_below(random, run->cores);
    if (last && unit_one_in(random, 2))
        core = last->core;
    uint32_t unit = unit_one_in(random, 8) ? (uint32_t)unit_below(random, UNITS) : core % UNITS;
    uint32_t at = (uint32_t)unit_below(random, run->unit);
    uint32_t size = 1 + (uint32_t)unit_below(random, 8);
    size = size < run->unit - at ? size : run->unit - at;
    return (struct reference){core, unit * run->unit + at, size, (uint32_t)unit_below(random, 3),
                              unit_one_in(random, 2)};
}

static void take(struct run *run, const struct reference *reference)
{
    struct msim_sharing sharing = {.first = first_unit * run->unit + reference->offset,
                                   .size = reference->size,
                                   .site = reference->site,
                                   .core = reference->core,
                                   .from = MSIM_CORES_MAX,
                                   .kind = reference->writes ? MSIM_WRITE : MSIM_READ,
                                   .writes = reference->writes};
    struct msim_share_part_key key = {.unit = first_unit + reference->offset / run->unit,
                                      .offset = reference->offset % run->unit,
                                      .size = reference->size,
                                      .thread = reference->core,
                                      .site = reference->site};
    run->reference[run->used++] = *reference;
    msim_near_take(&run->near, &sharing, &key, reference->offset);
}

static void start(struct run *run, struct unit_random *random)
{
    run->unit = unit_one_in(random, 3) ? 128 : 64;
    run->cores = 2 + (uint32_t)unit_below(random, CORES_MAX - 1);
    run->used = 0;
    memset(&run->near, 0, sizeof run->near);
    unit_memory_start(&run->memory);
    msim_near_init(&run->near, &run->memory.mem, run->unit, run->cores);
    while (run->used < STEPS) {
        struct reference reference = any_reference(run, random);
        unsigned times = unit_one_in(random, 50) ? 1 + (unsigned)unit_below(random, 100) : 1;
        for (unsigned i = 0; i < times && run->used < STEPS; i++)
            take(run, &reference);
    }
}

UNIT_EACH(equal, unit_rounds(PROGRAMS))
{
    static struct run run;
    struct unit_random random = {31000 + (uint64_t)_i};
    start(&run, &random);
    ck_assert(is_same(&run, RIGHT));
    ck_assert_uint_gt(run.near.pairs.used, 1);
    unit_memory_end(&run.memory);
}

UNIT_FROM(faults, RIGHT + 1, FAULTS)
{
    static struct run run;
    bool found = false;
    for (unsigned i = 0; i < PROGRAMS && !found; i++) {
        struct unit_random random = {31000 + i};
        start(&run, &random);
        found = !is_same(&run, (enum fault)_i);
        unit_memory_end(&run.memory);
    }
    ck_assert_msg(found, "fault %d is not found", _i);
}

/* What is let go: a core alone, and one that hands a unit on. */
UNIT_TEST(patience)
{
    static struct run run;
    struct msim_sharing sharing = {.size = 8, .from = MSIM_CORES_MAX, .writes = true};
    struct msim_share_part_key key = {.unit = first_unit, .size = 8};
    unit_memory_start(&run.memory);
    run = (struct run){.memory = run.memory, .unit = 64, .cores = 2};
    msim_near_init(&run.near, &run.memory.mem, run.unit, run.cores);
    for (unsigned i = 1; i < MSIM_NEAR_PATIENCE; i++)
        ck_assert(msim_near_take(&run.near, &sharing, &key, 0));
    ck_assert(!msim_near_take(&run.near, &sharing, &key, 0));
    sharing.core = 1;
    ck_assert(msim_near_take(&run.near, &sharing, &key, 0));
    ck_assert_uint_eq(run.near.pairs.used, 1);
    unit_memory_end(&run.memory);
}
