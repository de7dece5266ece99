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
}

void msim_contexts_collect(struct msim_contexts *contexts, bool on)
{
    if (!contexts->on)
        return;
    contexts->off = !on;
    contexts->refs = on ? contexts->own : &contexts->unwanted;
}

void msim_contexts_event(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions)
{
    enum msim_event event = msim_event_of(*record);
    if (contexts->on && (event == MSIM_EVENT_THREAD || event == MSIM_EVENT_SIGNAL))
        contexts->observer.event(contexts, record, instructions);
}
