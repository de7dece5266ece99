/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Checks the events of event.h. */
#include "event.h"

static const char *heap_expected(const struct msim_dict *dict, const uint64_t *record)
{
    enum msim_heap_call call = msim_heap_call_of(record);
    bool other = call == MSIM_HEAP_OTHER || call == MSIM_HEAP_OTHER_FREE;
    if (call >= MSIM_HEAP_CALLS || msim_heap_allocator_of(record) >= MSIM_HEAP_ALLOCATORS ||
        (msim_heap_allocator_of(record) && !other))
        return "a heap event with a known function";
    if (msim_heap_stack_of(record) >= dict->calls.calls.used)
        return "a heap event with a stack in the dictionary";
    return NULL;
}

static const char *pool_expected(const struct msim_dict *dict, const uint64_t *record)
{
    if (msim_pool_call_of(record) >= MSIM_POOL_CALLS)
        return "a pool event with a known request";
    if (msim_heap_stack_of(record) >= dict->calls.calls.used)
        return "a pool event with a stack in the dictionary";
    return NULL;
}

/* Checks words 1 and 2. */
static const char *range_expected(const uint64_t *record)
{
    bool right = record[1] < record[2] && record[2] <= MSIM_ADDRESSES;
    return right ? NULL : "a mapping event with its first address below its end";
}

static const char *map_expected(const struct msim_dict *dict, const uint64_t *record)
{
    if (msim_event_upper(record[4]) >= dict->strings.used)
        return "a mapping event with a name in the dictionary";
    return range_expected(record);
}

static const char *move_expected(const uint64_t *record)
{
    uint64_t from = record[1], to = record[2], bytes = record[3];
    uint64_t most = from > to ? from : to, distance = most - (from > to ? to : from);
    if (!bytes || bytes > distance || most > MSIM_ADDRESSES || bytes > MSIM_ADDRESSES - most)
        return "a move event whose source and target do not overlap";
    return NULL;
}

static const char *kernel_expected(const struct msim_dict *dict, const uint64_t *record)
{
    if (msim_event_upper(record[3]) >= dict->sites.used && !(record[3] & MSIM_KERNEL_START))
        return "a kernel event with a site in the dictionary";
    return NULL;
}

static const char *part_expected(const struct msim_dict *dict, const uint64_t *record)
{
    if (msim_part_call_of(record) >= MSIM_PART_CALLS)
        return "a part event with a known request";
    if (msim_event_upper(record[1]) >= dict->strings.used)
        return "a part event with a text in the dictionary";
    return NULL;
}

/* The number of a thread, in word 2 of an event about another one; 0: none. */
static bool is_other_thread(const uint64_t *record)
{
    return record[2] <= UINT32_MAX && record[2] != msim_task_of(record);
}

static const char *task_expected(const uint64_t *record)
{
    enum msim_task_call call = msim_task_call_of(record);
    if (call >= MSIM_TASK_CALLS)
        return "a task event of a known kind";
    if (call != MSIM_TASK_POINTER && !msim_task_of(record))
        return "a task event with the number of a thread, from 1";
    if (call == MSIM_TASK_CREATED && record[2] >= msim_task_of(record))
        return "a thread whose creator has a lower number";
    if (call == MSIM_TASK_WOKEN && !is_other_thread(record))
        return "a thread that is woken by another one";
    if (call == MSIM_TASK_YIELDS && record[2])
        return "a task event with the value 0";
    if ((call == MSIM_TASK_ENDED || call == MSIM_TASK_BLOCKED) && record[2] >= MSIM_ADDRESSES)
        return "a task event with an address, or 0";
    return NULL;
}

bool msim_part_flushes(const struct msim_dict *dict, const uint64_t *record)
{
    const char *flush = MSIM_PART_FLUSH;
    const char *text = msim_dict_text(dict, msim_event_upper(record[1]));
    if (msim_part_call_of(record) != MSIM_PART_ON)
        return false;
    while (*flush && *text == *flush) {
        text++;
        flush++;
    }
    return *text == *flush;
}

const char *msim_event_expected(const struct msim_dict *dict, const uint64_t *record)
{
    enum msim_event event = msim_event_of(record[0]);
    uint32_t words = msim_event_words(event);
    if (!words)
        return MSIM_EVENT_EXPECTED;
    if (msim_header_words(record[0]) != words)
        return "an event with the number of words of its kind";
    switch (event) {
    case MSIM_EVENT_HEAP:
        return heap_expected(dict, record);
    case MSIM_EVENT_MAP:
        return map_expected(dict, record);
    case MSIM_EVENT_UNMAP:
    case MSIM_EVENT_PROTECT:
        return range_expected(record);
    case MSIM_EVENT_MOVE:
        return move_expected(record);
    case MSIM_EVENT_KERNEL:
        return kernel_expected(dict, record);
    case MSIM_EVENT_POOL:
        return pool_expected(dict, record);
    case MSIM_EVENT_PART:
        return part_expected(dict, record);
    case MSIM_EVENT_TASK:
        return task_expected(record);
    default:
        return NULL;
    }
}
