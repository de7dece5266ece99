/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The turns of contexts.h. */
#include "contexts.h"

#include "stream/event.h"

void msim_contexts_attach(struct msim_contexts *contexts,
                          const struct msim_context_observer *observer)
{
    contexts->observer = *observer;
    contexts->on = true;
    contexts->function = MSIM_FUNCTION_ASK;
    contexts->refs = msim_table_at(observer->refs, 0);
}

void msim_contexts_settle(struct msim_contexts *contexts, uint64_t instructions)
{
    if (!contexts->on)
        return;
    contexts->refs->count[MSIM_FETCH] += instructions - contexts->fetched;
    contexts->refs->count[MSIM_READ] += (uint32_t)contexts->accesses;
    contexts->refs->count[MSIM_WRITE] += contexts->accesses >> 32;
    contexts->fetched = instructions;
    contexts->accesses = 0;
}

/* Records before `end` ran in the context that counts until now. */
static void turn(struct msim_contexts *contexts, struct msim_turn to, const uint64_t *end,
                 uint64_t instructions)
{
    contexts->function = to.function;
    if (to.context == contexts->number)
        return;
    if (contexts->pages.next)
        msim_page_counts_claim(&contexts->pages, end, contexts->number);
    msim_contexts_settle(contexts, instructions);
    contexts->number = to.context;
    contexts->refs = msim_table_at(contexts->observer.refs, to.context);
}

void msim_contexts_arrive(struct msim_contexts *contexts, const uint64_t *record,
                          const uint64_t *before, uint64_t instructions)
{
    const struct msim_context_observer *observer = &contexts->observer;
    bool known = before && !msim_header_is_event(*before);
    uint32_t from = known ? msim_header_segment(*before) : UINT32_MAX;
    turn(contexts, observer->arrive(observer->self, msim_header_segment(*record), from), record,
         instructions);
}

void msim_contexts_leave(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions)
{
    const struct msim_context_observer *observer = &contexts->observer;
    turn(contexts, observer->leave(observer->self, record), record + 1, instructions);
}

void msim_contexts_event(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions)
{
    const struct msim_context_observer *observer = &contexts->observer;
    enum msim_event event = msim_event_of(*record);
    if (contexts->on && (event == MSIM_EVENT_THREAD || event == MSIM_EVENT_SIGNAL))
        turn(contexts, observer->event(observer->self, record), record, instructions);
}
