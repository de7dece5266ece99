/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether an event is one (event.h). */
#include "event.h"

static const char *heap_expected(const struct msim_calls *calls, const uint64_t *record)
{
    if ((uint32_t)record[1] >= MSIM_HEAP_FUNCTIONS)
        return "a heap event with a function that there is";
    if (msim_heap_stack_of(record) >= calls->calls.used)
        return "a heap event with a stack that the dictionary has";
    return NULL;
}

const char *msim_event_expected(const struct msim_calls *calls, const uint64_t *record)
{
    uint32_t words = msim_event_words(msim_event_of(record[0]));
    if (!words)
        return "an event of a kind from 1 to 3";
    if (msim_header_words(record[0]) != words)
        return "an event with as many words as its kind has";
    return msim_event_of(record[0]) == MSIM_EVENT_HEAP ? heap_expected(calls, record) : NULL;
}
