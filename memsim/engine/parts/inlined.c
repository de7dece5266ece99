/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of inlined.h. */
#include "inlined.h"

enum { RUNS_MAX = 1 << 28, COUNTS_MAX = 1 << 26 };

void msim_inlined_init(struct msim_inlined_counter *counter, const struct msim_mem *mem,
                       const struct msim_dict *dict)
{
    counter->dict = dict;
    msim_table_init(&counter->slots, mem, sizeof(struct msim_inlined_slot),
                    MSIM_SEGMENTS_MAX + MSIM_EVENTS);
    msim_pairs_init(&counter->runs, mem, sizeof(struct msim_pair_times), RUNS_MAX);
    msim_pairs_init(&counter->references, mem, sizeof(struct msim_pair_row), COUNTS_MAX);
    msim_pairs_init(&counter->misses, mem, sizeof(struct msim_pair_row), COUNTS_MAX);
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

static bool is_of(const struct msim_pair_times *runs, uint32_t context, uint32_t segment)
{
    return runs->pair.first == context && runs->pair.second == segment;
}

/* Runs of functions that are called from many places change their context all the time. */
void msim_inlined_transition(struct msim_inlined_counter *counter, struct msim_inlined_slot *slot,
                             uint32_t segment, uint32_t context)
{
    uint64_t mixed = ((uint64_t)context << 32 | segment) * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t *recent = &counter->recent[(mixed ^ mixed << 29) >> (64 - MSIM_RECENT_RUNS_BITS)];
    slot->context = context;
    if (!*recent || !is_of(msim_pair_times_at(&counter->runs, *recent - 1), context, segment))
        *recent = msim_pairs_number(&counter->runs, context, segment) + 1;
    slot->times = *recent ? &msim_pair_times_at(&counter->runs, *recent - 1)->times
                          : &counter->surplus.count[0][0];
}

void msim_inlined_reference(struct msim_inlined_counter *counter, uint32_t context, uint32_t site,
                            enum msim_kind kind)
{
    uint32_t inlined = msim_dict_site_at(counter->dict, site)->inlined;
    struct msim_row *row = inlined ? msim_pairs_row(&counter->references, context, inlined) : NULL;
    if (row)
        row->count[kind][MSIM_REFS]++;
}

void msim_inlined_miss(struct msim_inlined_counter *counter, uint32_t context, uint32_t site,
                       enum msim_kind kind, enum msim_count count, uint64_t times)
{
    uint32_t inlined = msim_dict_site_at(counter->dict, site)->inlined;
    struct msim_row *row = inlined ? msim_pairs_row(&counter->misses, context, inlined) : NULL;
    if (row)
        row->count[kind][count] += times;
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

/* Pieces are runs, then references, then misses. */
uint32_t msim_inlined_pieces(const struct msim_inlined_counter *counter)
{
    return counter->runs.table.used + counter->references.table.used + counter->misses.table.used;
}

/* What the piece is if it has no runs. */
static const struct msim_pair_row *row_of(const struct msim_inlined_counter *counter,
                                          uint32_t piece)
{
    piece -= counter->runs.table.used;
    if (piece < counter->references.table.used)
        return msim_pair_row_at(&counter->references, piece);
    return msim_pair_row_at(&counter->misses, piece - counter->references.table.used);
}

uint32_t msim_inlined_context(const struct msim_inlined_counter *counter, uint32_t piece)
{
    return piece < counter->runs.table.used ? msim_pair_times_at(&counter->runs, piece)->pair.first
                                            : row_of(counter, piece)->pair.first;
}

static void add_runs(const struct msim_inlined_counter *counter, const struct msim_pair_times *runs,
                     msim_inlined_add *add, void *self)
{
    const struct msim_segment *segment = msim_dict_segment_at(counter->dict, runs->pair.second);
    for (unsigned instr = 0; runs->times && instr < segment->instrs_used; instr++) {
        uint32_t inlined = msim_dict_site_at(counter->dict, segment->instrs[instr].site)->inlined;
        struct msim_row row = references_of(segment, instr, runs->times);
        if (inlined)
            add(self, runs->pair.first, inlined, &row);
    }
}

void msim_inlined_piece(const struct msim_inlined_counter *counter, uint32_t piece,
                        msim_inlined_add *add, void *self)
{
    if (piece < counter->runs.table.used) {
        add_runs(counter, msim_pair_times_at(&counter->runs, piece), add, self);
        return;
    }
    const struct msim_pair_row *counts = row_of(counter, piece);
    add(self, counts->pair.first, counts->pair.second, &counts->row);
}

void msim_inlined_each(const struct msim_inlined_counter *counter, msim_inlined_add *add,
                       void *self)
{
    for (uint32_t i = 0; i < msim_inlined_pieces(counter); i++)
        msim_inlined_piece(counter, i, add, self);
}

static void settle_counts(struct msim_pairs *pairs,
                          uint32_t (*settled)(const void *self, uint32_t context), const void *self)
{
    for (uint32_t i = 0, used = pairs->table.used; i < used; i++) {
        struct msim_pair_row *from = msim_pair_row_at(pairs, i);
        uint32_t context = settled(self, from->pair.first);
        struct msim_row *to =
            context == from->pair.first ? NULL : msim_pairs_row(pairs, context, from->pair.second);
        if (!to)
            continue;
        msim_row_add(to, &from->row);
        from->row = (struct msim_row){0};
    }
}

void msim_inlined_settle(struct msim_inlined_counter *counter,
                         uint32_t (*settled)(const void *self, uint32_t context), const void *self)
{
    for (uint32_t i = 0, used = counter->runs.table.used; i < used; i++) {
        struct msim_pair_times *from = msim_pair_times_at(&counter->runs, i);
        uint32_t context = settled(self, from->pair.first);
        struct msim_inlined_slot to = {NULL, context};
        if (context == from->pair.first || !from->times)
            continue;
        msim_inlined_transition(counter, &to, from->pair.second, context);
        *to.times += from->times;
        from->times = 0;
    }
    settle_counts(&counter->references, settled, self);
    settle_counts(&counter->misses, settled, self);
}

void msim_inlined_clear(struct msim_inlined_counter *counter)
{
    for (uint32_t i = 0; i < counter->runs.table.used; i++)
        msim_pair_times_at(&counter->runs, i)->times = 0;
    msim_pairs_clear_rows(&counter->references);
    msim_pairs_clear_rows(&counter->misses);
}
