/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is rare of contexts.h. */
#include "contexts.h"

#include "stream/event.h"

void msim_contexts_attach(struct msim_contexts *contexts,
                          const struct msim_context_observer *observer)
{
    contexts->observer = *observer;
    contexts->on = true;
    contexts->own = contexts->refs = msim_table_at(observer->refs, 0);
    msim_pairs_init(&contexts->refs_in_parts, observer->refs->mem, sizeof(struct msim_pair_row),
                    MSIM_PAIRS_MAX);
    msim_pairs_init(&contexts->misses_in_parts, observer->refs->mem, sizeof(struct msim_pair_row),
                    MSIM_PAIRS_MAX);
}

/* Where counts of a part are; NULL: at home, or there is no room. */
static struct msim_row *row_away(struct msim_pairs *pairs, uint32_t *home, uint32_t part,
                                 uint32_t number)
{
    if (*home == MSIM_HOME_NONE)
        *home = part + 1;
    return *home == part + 1 ? NULL : msim_pairs_row(pairs, part, number);
}

static struct msim_row *refs_away(struct msim_contexts *contexts)
{
    return row_away(&contexts->refs_in_parts, msim_context_home(contexts, contexts->own),
                    contexts->part, contexts->number);
}

void msim_contexts_settle_part(struct msim_contexts *contexts, uint64_t fetched, uint64_t accesses)
{
    struct msim_row *row = fetched || accesses ? refs_away(contexts) : NULL;
    if (!row)
        return;
    row->count[MSIM_FETCH][MSIM_REFS] += fetched;
    row->count[MSIM_READ][MSIM_REFS] += (uint32_t)accesses;
    row->count[MSIM_WRITE][MSIM_REFS] += accesses >> 32;
}

void msim_contexts_share(struct msim_contexts *contexts, uint32_t site, enum msim_kind kind,
                         enum msim_count count, uint64_t times)
{
    struct msim_context_shared *shared =
        contexts->off ? NULL : msim_sparse_need(contexts->observer.shared, contexts->number);
    struct msim_row *row = contexts->divided ? refs_away(contexts) : NULL;
    if (shared)
        shared->count[kind][count - MSIM_TRUE_SHARED] += times;
    if (row)
        row->count[kind][count] += times;
    if (contexts->observer.inlined && !contexts->off)
        msim_inlined_miss(contexts->observer.inlined, contexts->number, site, kind, count, times);
}

void msim_contexts_caused(struct msim_contexts *contexts, uint32_t number, uint32_t part,
                          uint32_t site, enum msim_kind kind, enum msim_count count, uint64_t times)
{
    struct msim_context_shared *shared = msim_sparse_need(contexts->observer.shared, number);
    struct msim_context_refs *refs = msim_table_at(contexts->observer.refs, number);
    struct msim_row *row =
        contexts->has_parts
            ? row_away(&contexts->refs_in_parts, msim_context_home(contexts, refs), part, number)
            : NULL;
    if (shared)
        shared->count[kind][count - MSIM_TRUE_SHARED] += times;
    if (row)
        row->count[kind][count] += times;
    if (contexts->observer.inlined)
        msim_inlined_miss(contexts->observer.inlined, number, site, kind, count, times);
}

/* What was counted before any part did is no part's. */
static void settle_before_parts(struct msim_contexts *contexts)
{
    for (uint32_t number = 0; number < contexts->observer.refs->used; number++) {
        struct msim_context_refs *refs = msim_table_at(contexts->observer.refs, number);
        if (!(refs->count[MSIM_FETCH] | refs->count[MSIM_READ] | refs->count[MSIM_WRITE]))
            continue;
        struct msim_row *row =
            row_away(&contexts->refs_in_parts, msim_context_home(contexts, refs), 0, number);
        for (unsigned kind = 0; row && kind < MSIM_KINDS; kind++)
            row->count[kind][MSIM_REFS] += refs->count[kind];
    }
}

void msim_contexts_collect(struct msim_contexts *contexts, uint32_t part, bool on)
{
    if (!contexts->on)
        return;
    if (part && !contexts->has_parts) {
        settle_before_parts(contexts);
        contexts->has_parts = true;
    }
    contexts->off = !on;
    contexts->part = on ? part : 0;
    contexts->divided = on && contexts->has_parts;
    contexts->refs = on ? contexts->own : &contexts->unwanted;
}

void msim_contexts_event(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions)
{
    enum msim_event event = msim_event_of(*record);
    if (contexts->on &&
        (event == MSIM_EVENT_THREAD || event == MSIM_EVENT_SIGNAL || event == MSIM_EVENT_PART))
        contexts->observer.event(contexts, record, instructions);
}

/* --- Misses ------------------------------------------------------------------------------- */

struct msim_context_misses *msim_contexts_misses(struct msim_contexts *contexts, uint32_t number)
{
    struct msim_context_misses *misses = msim_sparse_need(contexts->observer.misses, number);
    if (!misses)
        return &contexts->surplus;
    if (misses->number || !number)
        return misses;
    uint32_t home = *msim_context_home(contexts, msim_table_at(contexts->observer.refs, number));
    misses->number = number;
    misses->home = home == MSIM_HOME_NOWHERE ? MSIM_HOME_NOWHERE : MSIM_HOME_NONE;
    return misses;
}

void msim_contexts_miss_in_part(struct msim_contexts *contexts, uint32_t number, uint32_t part,
                                enum msim_kind kind, enum msim_count count, uint64_t times)
{
    struct msim_context_misses *misses = msim_contexts_misses(contexts, number);
    struct msim_row *row = row_away(&contexts->misses_in_parts, &misses->home, part, number);
    if (row)
        row->count[kind][count] += times;
}

void msim_contexts_part_misses(struct msim_contexts *contexts)
{
    struct msim_table *rows = contexts->on ? &contexts->observer.misses->rows : NULL;
    for (uint32_t i = 0; rows && i < rows->used; i++) {
        struct msim_context_misses *misses = msim_table_at(rows, i);
        struct msim_row *row =
            row_away(&contexts->misses_in_parts, &misses->home, 0, misses->number);
        for (unsigned kind = 0; row && kind < MSIM_KINDS; kind++)
            for (unsigned count = MSIM_MISS_L1; count < MSIM_COUNTS; count++)
                row->count[kind][count] += misses->count[kind][count - MSIM_MISS_L1];
    }
}
