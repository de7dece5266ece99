/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes the hot records of hot.h. */
#include "hot.h"

enum { RUN_SPAN_MAX = 16 }; /* bytes; longer runs would often lie in two granules */

void msim_hot_init(struct msim_hot_records *records, const struct msim_mem *mem,
                   const struct msim_dict *dict, const struct msim_contexts *contexts,
                   unsigned shift, uint32_t block_max)
{
    records->contexts = contexts;
    records->dict = dict;
    records->shift = shift;
    records->block_max = block_max;
    records->whole = false;
    records->most_instrs = 1;
    msim_arena_init(&records->arena, mem);
    msim_table_init(&records->table, mem, sizeof(struct msim_hot), MSIM_SEGMENTS_MAX + MSIM_EVENTS);
    for (unsigned event = 0; event < MSIM_EVENTS; event++) {
        struct msim_hot *hot = msim_table_add(&records->table);
        hot->code = MSIM_HOT_NOWHERE;
        hot->function = MSIM_FUNCTION_ANY;
        hot->flags = MSIM_HOT_ASKS;
    }
}

/* Extends `run` by `access` if the result is still one run. */
static bool join(const struct msim_hot_records *records, struct msim_run *run,
                 const struct msim_access *access)
{
    int64_t low = access->offset, high = low + msim_hot_size(records, access) - 1;
    int64_t run_low = run->offset, run_high = run_low + run->span;
    low = low < run_low ? low : run_low;
    high = high > run_high ? high : run_high;
    if (access->word != run->word || high - low >= RUN_SPAN_MAX ||
        run->accesses == MSIM_RUN_ACCESSES)
        return false;
    run->offset = (int32_t)low;
    run->span = (uint8_t)(high - low);
    run->writes |= access->write || access->modify;
    run->accesses++;
    return true;
}

/* The bits of the bytes of a run that its accesses touch, or only of those that they write. */
static uint64_t bits_of(const struct msim_hot_records *records, const struct msim_segment *segment,
                        const struct msim_run *run, bool written)
{
    uint64_t all = 0;
    for (unsigned i = 0; i < run->accesses; i++) {
        const struct msim_access *access = &segment->accesses[run->first + i];
        uint32_t size = msim_hot_size(records, access);
        uint64_t bits = (size < 64 ? UINT64_C(1) << size : 0) - 1;
        if (!written || access->write || access->modify)
            all |= bits << ((access->offset - run->offset) & 63);
    }
    return all;
}

/* Among several cores, which bytes are used matters, and whether they are written: a run uses all
 * its bytes, and writes all or none. */
static bool is_uniform(const struct msim_hot_records *records, const struct msim_segment *segment,
                       struct msim_run *run)
{
    uint64_t all = ~UINT64_C(0) >> (63 - (run->span & 63));
    uint64_t written = bits_of(records, segment, run, true);
    run->writes = written != 0;
    return run->span > 63 ||
           (bits_of(records, segment, run, false) == all && (!written || written == all));
}

/* Adds the access to the run if the result may be one. */
static bool extend(const struct msim_hot_records *records, const struct msim_segment *segment,
                   struct msim_run *run, const struct msim_access *access)
{
    struct msim_run longer = *run;
    if (!join(records, &longer, access))
        return false;
    if (records->shared && !is_uniform(records, segment, &longer))
        return false;
    *run = longer;
    return true;
}

static unsigned make_runs(const struct msim_hot_records *records,
                          const struct msim_segment *segment, struct msim_run *runs)
{
    unsigned used = 0;
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        if (used == 0 || !extend(records, segment, &runs[used - 1], access))
            runs[used++] = (struct msim_run){.offset = access->offset,
                                             .span = (uint8_t)(msim_hot_size(records, access) - 1),
                                             .word = access->word,
                                             .first = (uint8_t)i,
                                             .accesses = 1,
                                             .writes = access->write || access->modify};
    }
    return used;
}

/* Prefetches, stores that pass by the caches, and what makes these wait no longer. */
static bool has_hints(const struct msim_segment *segment)
{
    const struct msim_ops *ops = segment->ops;
    for (unsigned i = 0; i < segment->instrs_used; i++)
        if (segment->instrs[i].how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE))
            return true;
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (segment->accesses[i].past)
            return true;
    for (unsigned i = 0; ops && i < ops->ops; i++)
        if (msim_op_hints(ops->op[i].class))
            return true;
    return false;
}

/* True: the segment has hints that count, conditional accesses, accesses that do not fit into
 * the fields of a run, or accesses that touch more than is simulated. */
static bool only_one_by_one(const struct msim_hot_records *records,
                            const struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint32_t size = msim_hot_size(records, access);
        if (access->maybe || size > UINT8_MAX || (records->whole && size < access->size))
            return true;
    }
    return records->each || segment->accesses_used > UINT8_MAX ||
           (records->hints && has_hints(segment));
}

static void prepare_runs(struct msim_hot_records *records, struct msim_hot *hot,
                         const struct msim_segment *segment)
{
    struct msim_run runs[UINT8_MAX + 1];
    if (only_one_by_one(records, segment)) {
        hot->code = MSIM_HOT_NOWHERE;
        return;
    }
    hot->runs_used = (uint8_t)make_runs(records, segment, runs);
    struct msim_run *to = hot->runs.near;
    if (hot->runs_used > MSIM_RUNS_INLINE)
        to = hot->runs.far = msim_arena_get(&records->arena, hot->runs_used * sizeof *to);
    for (unsigned i = 0; i < hot->runs_used; i++)
        to[i] = runs[i];
}

static void prepare_code(struct msim_hot_records *records, struct msim_hot *hot,
                         const struct msim_segment *segment)
{
    uint64_t first = segment->address, last = first;
    unsigned shift = records->shift;
    if (segment->continued)
        first = last += segment->instrs[0].length;
    for (unsigned i = segment->continued; i < segment->instrs_used; i++)
        last += segment->instrs[i].length;
    hot->code = last > first ? first >> shift : MSIM_HOT_NOTHING;
    uint64_t more = last > first ? ((last - 1) >> shift) - hot->code : 0;
    hot->more = (uint8_t)more;
    if (more > UINT8_MAX)
        hot->code = MSIM_HOT_NOWHERE;
}

/* What contexts need. */
static void prepare_context(const struct msim_hot_records *records, struct msim_hot *hot,
                            const struct msim_segment *segment, uint32_t number)
{
    const struct msim_context_observer *observer = &records->contexts->observer;
    unsigned used[MSIM_KINDS] = {0};
    if (!records->contexts->on)
        return;
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (!segment->accesses[i].maybe)
            used[msim_access_kind(&segment->accesses[i])]++;
    hot->function = observer->function(observer->self, number);
    if (segment->accesses_used <= UINT8_MAX) { /* else they are counted one by one */
        hot->reads = (uint8_t)used[MSIM_READ];
        hot->writes = (uint8_t)used[MSIM_WRITE];
    }
    if (segment->end != MSIM_ENDS_ON || hot->function >= MSIM_FUNCTION_ANY)
        hot->flags |= MSIM_HOT_ASKS;
    if (segment->end == MSIM_ENDS_RETURN)
        hot->flags |= MSIM_HOT_RETURNS;
    if (observer->inlined && msim_inlined_is_in(records->dict, segment))
        hot->flags |= MSIM_HOT_INLINED;
}

void msim_hot_extend(struct msim_hot_records *records)
{
    uint32_t number;
    while ((number = msim_hot_used(records)) < records->dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(records->dict, number);
        struct msim_hot *hot = msim_table_add(&records->table);
        prepare_code(records, hot, segment);
        prepare_runs(records, hot, segment);
        prepare_context(records, hot, segment, number);
        hot->flags |= segment->branch ? MSIM_HOT_BRANCHES : 0;
        hot->instrs = (uint8_t)(segment->instrs_used - segment->continued);
        if (hot->instrs > records->most_instrs)
            records->most_instrs = hot->instrs;
    }
}
