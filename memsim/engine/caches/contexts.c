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

void msim_contexts_settle_part(struct msim_contexts *contexts, uint64_t fetched, uint64_t accesses)
{
    struct msim_row *row = fetched || accesses ? msim_pairs_row(&contexts->refs_in_parts,
                                                                contexts->part, contexts->number)
                                               : NULL;
    if (!row)
        return;
    row->count[MSIM_FETCH][MSIM_REFS] += fetched;
    row->count[MSIM_READ][MSIM_REFS] += (uint32_t)accesses;
    row->count[MSIM_WRITE][MSIM_REFS] += accesses >> 32;
}

struct msim_context_shared *msim_context_shared_of(struct msim_table *shared, uint32_t number)
{
    while (shared->used <= number)
        if (!msim_table_add(shared))
            return NULL;
    return MSIM_TABLE_AT(shared, number, struct msim_context_shared);
}

void msim_contexts_share(struct msim_contexts *contexts, uint32_t site, enum msim_kind kind,
                         enum msim_count count)
{
    struct msim_context_shared *shared =
        contexts->off ? NULL : msim_context_shared_of(contexts->observer.shared, contexts->number);
    struct msim_row *row =
        contexts->part ? msim_pairs_row(&contexts->refs_in_parts, contexts->part, contexts->number)
                       : NULL;
    if (shared)
        shared->count[kind][count - MSIM_TRUE_SHARED]++;
    if (row)
        row->count[kind][count]++;
    if (contexts->observer.inlined && !contexts->off)
        msim_inlined_miss(contexts->observer.inlined, contexts->number, site, kind, count);
}

void msim_contexts_collect(struct msim_contexts *contexts, uint32_t part, bool on)
{
    if (!contexts->on)
        return;
    contexts->off = !on;
    contexts->part = on ? part : 0;
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
