/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of inlined.h. */
#include "inlined.h"

#include "stream/hash.h"

enum { RUNS_MAX = 1 << 28, COUNTS_MAX = 1 << 26 };

static uint32_t run_hash(const void *element)
{
    const struct msim_inlined_runs *runs = element;
    return (uint32_t)msim_mix((uint64_t)runs->context << 32 | runs->segment);
}

static bool run_same(const void *element, const void *wanted)
{
    const struct msim_inlined_runs *a = element, *b = wanted;
    return a->context == b->context && a->segment == b->segment;
}

static const struct msim_lookup_kind run_kind = {run_hash, run_same,
                                                 offsetof(struct msim_inlined_runs, same_hash), 0};

static uint32_t counts_hash(const void *element)
{
    const struct msim_inlined_counts *counts = element;
    return (uint32_t)msim_mix((uint64_t)counts->context << 32 | counts->inlined);
}

static bool counts_same(const void *element, const void *wanted)
{
    const struct msim_inlined_counts *a = element, *b = wanted;
    return a->context == b->context && a->inlined == b->inlined;
}

static const struct msim_lookup_kind counts_kind = {
    counts_hash, counts_same, offsetof(struct msim_inlined_counts, same_hash), 0};

void msim_inlined_init(struct msim_inlined_counter *counter, const struct msim_mem *mem,
                       const struct msim_dict *dict)
{
    counter->dict = dict;
    msim_table_init(&counter->slots, mem, sizeof(struct msim_inlined_slot),
                    MSIM_SEGMENTS_MAX + MSIM_EVENTS);
    msim_table_init(&counter->runs, mem, sizeof(struct msim_inlined_runs), RUNS_MAX);
    msim_table_init(&counter->references, mem, sizeof(struct msim_inlined_counts), COUNTS_MAX);
    msim_table_init(&counter->misses, mem, sizeof(struct msim_inlined_counts), COUNTS_MAX);
    msim_lookup_init(&counter->run_lookup, mem, &run_kind);
    msim_lookup_init(&counter->reference_lookup, mem, &counts_kind);
    msim_lookup_init(&counter->miss_lookup, mem, &counts_kind);
    for (unsigned event = 0; event < MSIM_EVENTS; event++)
        msim_table_add(&counter->slots);
}

bool msim_inlined_is_in(const struct msim_dict *dict, const struct msim_segment *segment)
{
    for (unsigned i = 0; i < segment->instrs_used; i++)
        if (msim_dict_site_at(dict, segment->instrs[i].site)->inlined)
            return true;
    return false;
}

void msim_inlined_extend(struct msim_inlined_counter *counter)
{
    const struct msim_dict *dict = counter->dict;
    for (uint32_t i; (i = counter->slots.used - MSIM_EVENTS) < dict->segments.used;) {
        struct msim_inlined_slot *slot = msim_table_add(&counter->slots);
        slot->context = UINT32_MAX;
        slot->times = &counter->surplus.count[0][0];
    }
}

static struct msim_inlined_runs *runs_at(const struct msim_inlined_counter *counter,
                                         uint32_t number)
{
    return MSIM_TABLE_AT(&counter->runs, number, struct msim_inlined_runs);
}

/* Runs of functions that are called from many places change their context all the time. */
void msim_inlined_turn(struct msim_inlined_counter *counter, struct msim_inlined_slot *slot,
                       uint32_t segment, uint32_t context)
{
    struct msim_inlined_runs wanted = {.context = context, .segment = segment};
    uint64_t mixed = ((uint64_t)context << 32 | segment) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t *recent = &counter->recent[(mixed ^ mixed << 29) >> (64 - MSIM_RECENT_RUNS_BITS)];
    slot->context = context;
    if (!*recent || !run_same(runs_at(counter, *recent - 1), &wanted))
        *recent = msim_lookup_number(&counter->run_lookup, &counter->runs, &wanted) + 1;
    slot->times = *recent ? &runs_at(counter, *recent - 1)->times : &counter->surplus.count[0][0];
}

/* The counts of inlined calls in a context; NULL: there is no room. */
static struct msim_row *row_of(struct msim_table *table, struct msim_lookup *lookup,
                               uint32_t context, uint32_t inlined)
{
    struct msim_inlined_counts wanted = {.context = context, .inlined = inlined};
    uint32_t number = msim_lookup_number(lookup, table, &wanted);
    return number == UINT32_MAX
               ? NULL
               : &((struct msim_inlined_counts *)msim_table_at(table, number))->row;
}

void msim_inlined_reference(struct msim_inlined_counter *counter, uint32_t context, uint32_t site,
                            enum msim_kind kind)
{
    uint32_t inlined = msim_dict_site_at(counter->dict, site)->inlined;
    struct msim_row *row =
        inlined ? row_of(&counter->references, &counter->reference_lookup, context, inlined) : NULL;
    if (row)
        row->count[kind][MSIM_REFS]++;
}

void msim_inlined_miss(struct msim_inlined_counter *counter, uint32_t context, uint32_t site,
                       enum msim_kind kind, enum msim_count count)
{
    uint32_t inlined = msim_dict_site_at(counter->dict, site)->inlined;
    struct msim_row *row =
        inlined ? row_of(&counter->misses, &counter->miss_lookup, context, inlined) : NULL;
    if (row)
        row->count[kind][count]++;
}

/* --- What was counted --------------------------------------------------------------------- */

/* The references of one instruction, without conditional ones. */
static struct msim_row references_of(const struct msim_segment *segment, unsigned instr,
                                     uint64_t times)
{
    struct msim_row row = {0};
    if (instr >= segment->continued)
        row.count[MSIM_FETCH][MSIM_REFS] = times;
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        if (access->instr == instr && !access->maybe)
            row.count[msim_access_kind(access)][MSIM_REFS] += times;
    }
    return row;
}

void msim_inlined_each(const struct msim_inlined_counter *counter,
                       void (*add)(void *self, uint32_t context, uint32_t inlined,
                                   const struct msim_row *row),
                       void *self)
{
    for (uint32_t i = 0; i < counter->runs.used; i++) {
        const struct msim_inlined_runs *runs = msim_table_at(&counter->runs, i);
        const struct msim_segment *segment = msim_dict_segment_at(counter->dict, runs->segment);
        for (unsigned instr = 0; runs->times && instr < segment->instrs_used; instr++) {
            uint32_t inlined =
                msim_dict_site_at(counter->dict, segment->instrs[instr].site)->inlined;
            struct msim_row row = references_of(segment, instr, runs->times);
            if (inlined)
                add(self, runs->context, inlined, &row);
        }
    }
    const struct msim_table *tables[] = {&counter->references, &counter->misses};
    for (unsigned table = 0; table < 2; table++)
        for (uint32_t i = 0; i < tables[table]->used; i++) {
            const struct msim_inlined_counts *counts = msim_table_at(tables[table], i);
            add(self, counts->context, counts->inlined, &counts->row);
        }
}

static void settle_counts(struct msim_table *table, struct msim_lookup *lookup,
                          uint32_t (*settled)(const void *self, uint32_t context), const void *self)
{
    for (uint32_t i = 0, used = table->used; i < used; i++) {
        struct msim_inlined_counts *from = msim_table_at(table, i);
        uint32_t context = settled(self, from->context);
        struct msim_row *to =
            context == from->context ? NULL : row_of(table, lookup, context, from->inlined);
        if (!to)
            continue;
        msim_row_add(to, &from->row);
        from->row = (struct msim_row){0};
    }
}

void msim_inlined_settle(struct msim_inlined_counter *counter,
                         uint32_t (*settled)(const void *self, uint32_t context), const void *self)
{
    for (uint32_t i = 0, used = counter->runs.used; i < used; i++) {
        struct msim_inlined_runs *from = msim_table_at(&counter->runs, i);
        uint32_t context = settled(self, from->context);
        struct msim_inlined_slot to = {NULL, context};
        if (context == from->context || !from->times)
            continue;
        msim_inlined_turn(counter, &to, from->segment, context);
        *to.times += from->times;
        from->times = 0;
    }
    settle_counts(&counter->references, &counter->reference_lookup, settled, self);
    settle_counts(&counter->misses, &counter->miss_lookup, settled, self);
}

void msim_inlined_clear(struct msim_inlined_counter *counter)
{
    struct msim_table *tables[] = {&counter->references, &counter->misses};
    for (uint32_t i = 0; i < counter->runs.used; i++)
        ((struct msim_inlined_runs *)msim_table_at(&counter->runs, i))->times = 0;
    for (unsigned table = 0; table < 2; table++)
        for (uint32_t i = 0; i < tables[table]->used; i++)
            ((struct msim_inlined_counts *)msim_table_at(tables[table], i))->row =
                (struct msim_row){0};
}
