/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The boundaries of parts.h. */
#include "parts.h"

#include "stream/event.h"

/* Instructions that run in about the time in which a boundary looks at a segment, with the
 * list's cost. */
enum { WORTH = 64 };

void msim_parts_init(struct msim_parts *parts, const struct msim_mem *mem,
                     struct msim_hot_records *hot, struct msim_miss_queue *queue,
                     struct msim_contexts *contexts, struct msim_profile *profile)
{
    parts->hot = hot;
    parts->queue = queue;
    parts->contexts = contexts;
    parts->profile = profile;
    parts->limit = UINT64_MAX;
    msim_open_init(&parts->open, mem);
    msim_table_init(&parts->ran, mem, sizeof(uint32_t), MSIM_SEGMENTS_MAX);
    msim_table_init(&parts->unsettled, mem, sizeof(uint64_t), MSIM_SEGMENTS_MAX);
    msim_small_times_init(&parts->times, mem);
    msim_small_rows_init(&parts->refs, mem);
    msim_small_rows_init(&parts->misses, mem);
}

void msim_parts_attach(struct msim_parts *parts, const struct msim_interval_observer *intervals)
{
    parts->intervals = *intervals;
    parts->on = true;
    msim_parts_end_interval(parts);
}

void msim_parts_attach_regions(struct msim_parts *parts, const struct msim_region_observer *regions,
                               const struct msim_mem *mem)
{
    parts->regions = *regions;
    msim_open_keep_changes(&parts->open, mem);
}

void msim_parts_start_off(struct msim_parts *parts)
{
    parts->open.off = msim_open_now(&parts->open)->off = true;
    msim_parts_transition(parts, 0);
}

void msim_parts_end_interval(struct msim_parts *parts)
{
    msim_misses_mark(parts->queue, MSIM_REF_INTERVAL, 0, 0);
}

/* --- What ran ----------------------------------------------------------------------------- */

static uint32_t ran_at(const struct msim_parts *parts, uint32_t i)
{
    return *MSIM_TABLE_AT(&parts->ran, i, uint32_t);
}

void msim_parts_ran(struct msim_parts *parts, uint32_t segment)
{
    if (parts->ran_used == parts->ran.used)
        msim_table_add(&parts->ran);
    *MSIM_TABLE_AT(&parts->ran, parts->ran_used, uint32_t) = segment;
    parts->ran_used++;
}

static void list_all(struct msim_parts *parts)
{
    parts->ran_used = 0;
    for (uint32_t i = 0; i < msim_hot_used(parts->hot); i++)
        if (msim_hot_of(parts->hot, i)->count)
            msim_parts_ran(parts, i);
}

bool msim_parts_lists(struct msim_parts *parts)
{
    if (!parts->often)
        parts->listed = false;
    return parts->often;
}

void msim_parts_list(struct msim_parts *parts)
{
    if (!parts->listed)
        list_all(parts);
    parts->listed = true;
}

bool msim_parts_count(struct msim_parts *parts, uint32_t site, enum msim_kind kind,
                      enum msim_count count, uint64_t times)
{
    if (parts->off)
        return false;
    if (parts->number)
        msim_small_rows_count(&parts->refs, parts->number, site, kind, count, times);
    parts->conditional.count[kind][count] += times;
    return true;
}

/* --- Boundaries --------------------------------------------------------------------------- */

/* The profile learns later how often the segment ran: that is less work than at each boundary. */
static void add_unsettled(struct msim_parts *parts, uint32_t segment, uint64_t times)
{
    while (parts->unsettled.used <= segment)
        msim_table_add(&parts->unsettled); /* there is room for each segment */
    *MSIM_TABLE_AT(&parts->unsettled, segment, uint64_t) += times;
}

static void give(struct msim_parts *parts, uint32_t segment)
{
    struct msim_hot *hot = msim_hot_of(parts->hot, segment);
    if (!parts->off)
        add_unsettled(parts, segment, hot->count);
    if (!parts->off && parts->number)
        msim_small_times_add(&parts->times, parts->number, segment, hot->count);
    hot->count = 0;
}

void msim_parts_boundary(struct msim_parts *parts, uint64_t instructions)
{
    if (parts->queue->at_once)
        msim_misses_drain(parts->queue); /* what is counted there belongs to what ends */
    if (!parts->listed)
        list_all(parts);
    if (!parts->on && parts->beginning.begins)
        parts->beginning.begins(parts->beginning.self);
    parts->on = true;
    if (parts->intervals.ran)
        parts->intervals.ran(parts->intervals.self, parts, instructions);
    for (uint32_t i = 0; i < parts->ran_used; i++)
        give(parts, ran_at(parts, i));
    parts->ran_used = 0;
    if (instructions !=
        parts->boundary_at) /* else nothing is known yet, as when the first thread starts */
        parts->often = (instructions - parts->boundary_at) / WORTH < msim_hot_used(parts->hot);
    parts->boundary_at = instructions;
    parts->conditional = (struct msim_row){0};
}

/* True: the same part counts as before. */
static inline bool stays(const struct msim_parts *parts)
{
    const struct msim_open_thread *now = msim_open_now(&parts->open);
    return now->part == parts->number && (now->off || parts->open.stopped) == parts->off;
}

void msim_parts_transition(struct msim_parts *parts, uint64_t instructions)
{
    const struct msim_open_thread *now = msim_open_now(&parts->open);
    bool off = now->off || parts->open.stopped;
    if (parts->open.changes.used)
        parts->regions.changed(parts->regions.self, &parts->open, instructions);
    if (stays(parts))
        return;
    msim_parts_boundary(parts, instructions);
    parts->number = now->part;
    parts->off = off;
    msim_misses_mark(parts->queue, MSIM_REF_PART, parts->number, parts->off);
    msim_contexts_collect(parts->contexts, parts->number, !parts->off);
}

/* --- Events ------------------------------------------------------------------------------- */

void msim_parts_event(struct msim_parts *parts, const uint64_t *record, uint64_t instructions)
{
    uint32_t text = msim_event_upper(record[1]);
    msim_parts_claim(parts, record);
    if (msim_event_of(*record) == MSIM_EVENT_THREAD)
        msim_open_run(&parts->open, (uint32_t)record[1]);
    else if (msim_event_of(*record) != MSIM_EVENT_PART)
        return;
    else if (msim_part_call_of(record) == MSIM_PART_BEGIN)
        msim_open_begin(&parts->open, text);
    else if (msim_part_call_of(record) == MSIM_PART_END)
        msim_open_end(&parts->open, text);
    else if (msim_part_call_of(record) == MSIM_PART_TOGGLE)
        msim_open_now(&parts->open)->off ^= true;
    else if (msim_part_call_of(record) == MSIM_PART_DUMP)
        msim_open_dump(&parts->open, text);
    else if (msim_part_call_of(record) == MSIM_PART_OFF)
        parts->open.stopped = true;
    else if (msim_part_call_of(record) == MSIM_PART_ON)
        msim_open_restart(&parts->open);
    else if (msim_part_call_of(record) == MSIM_PART_ZERO)
        msim_parts_forget(parts, instructions);
    if (parts->open.changes.used || !stays(parts))
        msim_parts_transition(parts, instructions);
    parts->event = parts->number;
}

/* --- Results ------------------------------------------------------------------------------ */

void msim_parts_settle(struct msim_parts *parts, uint64_t instructions)
{
    if (!parts->on)
        return;
    msim_parts_boundary(parts, instructions);
    for (uint32_t segment = 0; segment < parts->unsettled.used; segment++) {
        uint64_t *times = MSIM_TABLE_AT(&parts->unsettled, segment, uint64_t);
        if (*times)
            msim_profile_add_segment(parts->profile, segment, *times);
        *times = 0;
    }
}

/* The first part of the stretch: all that follow are of the same. */
static uint32_t first_part(const struct msim_part_tree *tree)
{
    uint32_t first = tree->parts.used;
    while (first && msim_run_part_at(tree, first - 1)->stretch == tree->stretch)
        first--;
    return first;
}

/* Nothing else of the row may be written: another process may be counting misses there. */
static void take_back(void *self, uint32_t site, enum msim_kind kind, uint64_t times)
{
    msim_profile_row(self, site)->count[kind][MSIM_REFS] -= times;
}

static void forget_times(struct msim_parts *parts, uint32_t part)
{
    for (uint32_t i = 0; i < parts->times.small.table.used; i++) {
        const struct msim_pair *pair = msim_small_pair(&parts->times.small, i);
        if (pair->first < part)
            continue;
        if (part)
            msim_segment_refs(msim_dict_segment_at(parts->hot->dict, pair->second),
                              msim_small_times_at(&parts->times, i), take_back, parts->profile);
        msim_small_times_reset(&parts->times, i);
    }
}

static void forget_rows(struct msim_parts *parts, uint32_t part)
{
    for (uint32_t i = 0; i < parts->refs.small.table.used; i++) {
        const struct msim_pair *pair = msim_small_pair(&parts->refs.small, i);
        if (pair->first < part)
            continue;
        struct msim_row refs = msim_small_rows_at(&parts->refs, i);
        struct msim_row *row = msim_profile_row(parts->profile, pair->second);
        for (unsigned kind = 0; part && kind < MSIM_KINDS; kind++)
            for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
                if (!msim_is_outer_count(i))
                    row->count[kind][i] -= refs.count[kind][i];
        msim_small_rows_reset(&parts->refs, i);
    }
}

/* Removes the references of the parts from `part` on from the profile; of part 0 on: all. */
static void forget_refs(struct msim_parts *parts, uint32_t part)
{
    forget_times(parts, part);
    forget_rows(parts, part);
    for (uint32_t site = 0; !part && site < parts->profile->rows.used; site++)
        for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
            for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
                if (!msim_is_outer_count(i))
                    msim_profile_row(parts->profile, site)->count[kind][i] = 0;
}

/* The outer levels have the misses, and forget them when they have taken those before. */
void msim_parts_forget(struct msim_parts *parts, uint64_t instructions)
{
    struct msim_part_tree *tree = &parts->open.tree;
    uint32_t part = first_part(tree);
    msim_parts_boundary(parts, instructions);
    msim_parts_settle(parts, instructions);
    forget_refs(parts, part);
    msim_misses_mark(parts->queue, MSIM_REF_FLUSH, part, MSIM_FLUSH_COUNTS);
    if (parts->queue->attribution.attribute || parts->queue->at_once)
        msim_misses_drain(parts->queue); /* it counts references when they happen */
    for (uint32_t i = part; i < tree->parts.used; i++)
        msim_run_part_at(tree, i)->times = 0;
}

void msim_parts_clear(struct msim_parts *parts)
{
    struct msim_small_rows *rows[] = {&parts->refs, &parts->misses};
    for (uint32_t i = 0; i < parts->times.small.table.used; i++)
        msim_small_times_reset(&parts->times, i);
    for (unsigned which = 0; which < sizeof rows / sizeof *rows; which++)
        for (uint32_t i = 0; i < rows[which]->small.table.used; i++)
            msim_small_rows_reset(rows[which], i);
    msim_pairs_clear_rows(&parts->contexts->refs_in_parts);
    msim_pairs_clear_rows(&parts->contexts->misses_in_parts);
    msim_open_clear(&parts->open);
}
