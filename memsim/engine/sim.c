/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The simulator of sim.h: preparing segments, the fast road, the slow road. */
#include "sim.h"

enum {
    RUNS_INLINE = 5,
    RUN_SPAN_MAX = 32,   /* bytes; longer runs would often lie in two granules */
    SPAN_NEVER = 0xffff, /* more than any granule: the front never answers for such a run */
    AHEAD = 2            /* segments prefetched ahead */
};

struct run {
    int32_t offset; /* of the lowest byte, from the base in word `word` */
    uint16_t span;  /* highest byte - lowest byte */
    uint8_t word;
    uint8_t accesses;
};

struct hot {
    uint64_t count;
    uint64_t code; /* lowest byte of the first granule fetched from */
    uint16_t granules;
    uint16_t runs_used;
    uint32_t unused;
    union {
        struct run near[RUNS_INLINE];
        struct run *far; /* where there are more */
    } runs;
};

_Static_assert(sizeof(struct hot) == 64, "a hot record is one cache line");

/* --- Preparing ---------------------------------------------------------------------------- */

static struct msim_shape shape(const struct msim_machine *machine, enum msim_level level)
{
    const struct msim_geometry *geometry = &machine->level[level];
    if (!geometry->units)
        return (struct msim_shape){0, 0, 0};
    return (struct msim_shape){msim_geometry_sets(level, geometry), geometry->ways,
                               (unsigned)__builtin_ctz(geometry->line)};
}

/* The smallest line of any cache level. */
static uint32_t smallest_line(const struct msim_machine *machine)
{
    uint32_t smallest = MSIM_SIZE_MAX;
    for (int level = MSIM_I1; level <= MSIM_L3; level++)
        if (machine->level[level].units && machine->level[level].line < smallest)
            smallest = machine->level[level].line;
    return smallest;
}

void msim_sim_init(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_dict *dict,
                   struct msim_profile *profile, const struct msim_machine *machine)
{
    sim->dict = dict;
    sim->profile = profile;
    msim_arena_init(&sim->arena, mem);
    msim_table_init(&sim->hot, mem, sizeof(struct hot), MSIM_SEGMENTS_MAX);
    msim_port_init(&sim->instr, mem, shape(machine, MSIM_I1), shape(machine, MSIM_ITLB));
    msim_port_init(&sim->data, mem, shape(machine, MSIM_D1), shape(machine, MSIM_DTLB));
    msim_beyond_init(&sim->beyond, mem, machine, profile);
    sim->block_max = smallest_line(machine);
}

static uint32_t access_size(const struct msim_sim *sim, const struct msim_access *access)
{
    return access->block && access->size > sim->block_max ? sim->block_max : access->size;
}

static struct run run_of(const struct msim_sim *sim, const struct msim_access *access)
{
    return (struct run){.offset = access->offset,
                        .span = access->maybe ? SPAN_NEVER : access_size(sim, access) - 1,
                        .word = access->word,
                        .accesses = 1};
}

/* Makes `run` longer by `access` if it still is one run then. */
static bool join(const struct msim_sim *sim, struct run *run, const struct msim_access *access)
{
    int64_t low = access->offset, high = low + access_size(sim, access) - 1;
    if (access->maybe || run->span == SPAN_NEVER || access->word != run->word ||
        run->accesses == UINT8_MAX)
        return false;
    low = low < run->offset ? low : run->offset;
    high = high > (int64_t)run->offset + run->span ? high : (int64_t)run->offset + run->span;
    if (high - low >= RUN_SPAN_MAX)
        return false;
    run->offset = (int32_t)low;
    run->span = (uint16_t)(high - low);
    run->accesses++;
    return true;
}

static void prepare_runs(struct msim_sim *sim, struct hot *hot, const struct msim_segment *segment)
{
    struct run runs[MSIM_ACCESSES_MAX];
    unsigned used = 0;
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (used == 0 || !join(sim, &runs[used - 1], &segment->accesses[i]))
            runs[used++] = run_of(sim, &segment->accesses[i]);
    hot->runs_used = (uint16_t)used;
    struct run *to = hot->runs.near;
    if (used > RUNS_INLINE)
        to = hot->runs.far = msim_arena_get(&sim->arena, used * sizeof *to);
    for (unsigned i = 0; i < used; i++)
        to[i] = runs[i];
}

static void prepare_code(struct msim_sim *sim, struct hot *hot, const struct msim_segment *segment)
{
    uint64_t first = segment->address, last = first;
    unsigned shift = sim->instr.shift;
    if (segment->continued)
        first = last += segment->instrs[0].length;
    for (unsigned i = segment->continued; i < segment->instrs_used; i++)
        last += segment->instrs[i].length;
    hot->code = first >> shift << shift;
    if (last > first)
        hot->granules = (uint16_t)(((last - 1) >> shift) - (first >> shift) + 1);
}

void msim_sim_extend(struct msim_sim *sim)
{
    while (sim->hot.used < sim->dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(sim->dict, sim->hot.used);
        struct hot *hot = msim_table_add(&sim->hot);
        prepare_code(sim, hot, segment);
        prepare_runs(sim, hot, segment);
    }
}

/* --- The slow road: one access, one run, one segment --------------------------------------- */

static void miss(struct msim_sim *sim, uint64_t first, uint32_t size, enum msim_kind kind,
                 uint32_t site, unsigned missed)
{
    msim_beyond_push(&sim->beyond, (struct msim_ref){.first = first,
                                                     .site = site,
                                                     .size = (uint16_t)size,
                                                     .kind = (uint8_t)kind,
                                                     .missed = (uint8_t)missed});
}

static void slow_access(struct msim_sim *sim, const struct msim_segment *segment,
                        const struct msim_access *access, const uint64_t *words)
{
    uint32_t site = segment->instrs[access->instr].site;
    enum msim_kind kind = msim_access_kind(access);
    if (access->maybe) {
        if (words[access->word] == MSIM_NO_ADDRESS)
            return;
        msim_profile_row(sim->profile, site)->count[kind][MSIM_REFS]++;
    }
    uint64_t first = words[access->word] + (uint64_t)(int64_t)access->offset;
    uint32_t size = access_size(sim, access);
    unsigned missed = msim_port_touch(&sim->data, first, first + size - 1);
    if (missed)
        miss(sim, first, size, kind, site, missed);
}

static __attribute__((noinline)) void slow_run(struct msim_sim *sim, uint32_t number,
                                               const struct run *runs, unsigned run,
                                               const uint64_t *words)
{
    const struct msim_segment *segment = msim_dict_segment_at(sim->dict, number);
    unsigned first = 0;
    for (unsigned i = 0; i < run; i++)
        first += runs[i].accesses;
    for (unsigned i = first; i < first + runs[run].accesses; i++)
        slow_access(sim, segment, &segment->accesses[i], words);
}

static __attribute__((noinline)) void slow_segment(struct msim_sim *sim, uint32_t number,
                                                   const uint64_t *words)
{
    const struct msim_segment *segment = msim_dict_segment_at(sim->dict, number);
    uint64_t address = segment->address;
    unsigned access = 0;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        uint32_t length = segment->instrs[i].length;
        if (i >= segment->continued) {
            unsigned missed = msim_port_touch(&sim->instr, address, address + length - 1);
            if (missed)
                miss(sim, address, length, MSIM_FETCH, segment->instrs[i].site, missed);
        }
        for (; access < segment->accesses_used && segment->accesses[access].instr == i; access++)
            slow_access(sim, segment, &segment->accesses[access], words);
        address += length;
    }
}

/* --- The fast road ------------------------------------------------------------------------ */

static inline bool fetch(struct msim_sim *sim, const struct hot *hot)
{
    uint64_t at = hot->code, step = UINT64_C(1) << sim->instr.shift;
    for (unsigned i = 0; i < hot->granules; i++, at += step)
        if (!msim_port_hit(&sim->instr, at, at, ++sim->instr.now))
            return false;
    return true;
}

static inline void access_data(struct msim_sim *sim, const struct hot *hot, uint32_t number,
                               const uint64_t *words)
{
    const struct run *runs = hot->runs_used > RUNS_INLINE ? hot->runs.far : hot->runs.near;
    for (unsigned i = 0; i < hot->runs_used; i++) {
        uint64_t first = words[runs[i].word] + (uint64_t)(int64_t)runs[i].offset;
        if (!msim_port_hit(&sim->data, first, first + runs[i].span, ++sim->data.now))
            slow_run(sim, number, runs, i, words);
    }
}

void msim_sim_run(struct msim_sim *sim, const uint64_t *words, const uint64_t *end)
{
    while (words < end) {
        uint64_t header = *words;
        const uint64_t *next = words + 1 + msim_header_words(header);
        if (msim_header_is_event(header)) {
            words = next;
            continue;
        }
        uint32_t number = msim_header_segment(header);
        struct hot *hot = msim_table_at(&sim->hot, number);
        hot->count++;
        if (fetch(sim, hot))
            access_data(sim, hot, number, words);
        else
            slow_segment(sim, number, words);
        words = next;
    }
}

void msim_sim_settle(struct msim_sim *sim)
{
    msim_beyond_drain(&sim->beyond);
    for (uint32_t number = 0; number < sim->hot.used; number++) {
        struct hot *hot = msim_table_at(&sim->hot, number);
        if (hot->count)
            msim_profile_add_segment(sim->profile, number, hot->count);
        hot->count = 0;
    }
}
