/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows the threads of tasks.h. */
#include "tasks.h"

enum { TASKS_MAX = 1 << 30 };

enum state { NOBODY /* thread 0 */, RUNS, BLOCKED, ENDED };

void msim_tasks_init(struct msim_tasks *tasks, const struct msim_mem *mem, bool recorded)
{
    tasks->recorded = recorded;
    msim_table_init(&tasks->states, mem, sizeof(uint8_t), TASKS_MAX);
    msim_table_add(&tasks->states);
}

/* The state of a thread; NULL: there is no such thread. */
static uint8_t *state_of(const struct msim_tasks *tasks, uint64_t number)
{
    return number < tasks->states.used ? msim_table_at(&tasks->states, (uint32_t)number) : NULL;
}

static const char *created(struct msim_tasks *tasks, const uint64_t *record)
{
    const uint8_t *creator = state_of(tasks, record[2]);
    if (msim_task_of(record) != tasks->states.used)
        return "the next number for a thread that is created";
    if (!creator || *creator == BLOCKED || *creator == ENDED)
        return "a thread that is created by one that runs";
    uint8_t *state = msim_table_add(&tasks->states);
    if (!state)
        return "fewer threads";
    *state = RUNS;
    return NULL;
}

static const char *changed(struct msim_tasks *tasks, const uint64_t *record)
{
    uint8_t *state = state_of(tasks, msim_task_of(record));
    if (!state || *state == NOBODY || *state == ENDED)
        return "an event of a thread that was created and has not ended";
    switch (msim_task_call_of(record)) {
    case MSIM_TASK_ENDED:
        *state = ENDED;
        return NULL;
    case MSIM_TASK_BLOCKED:
        if (*state == BLOCKED)
            return "a thread that is not blocked yet";
        *state = BLOCKED;
        return NULL;
    case MSIM_TASK_WOKEN:
        if (*state != BLOCKED || !state_of(tasks, record[2]))
            return "a blocked thread that is woken by one that was created";
        *state = RUNS;
        return NULL;
    case MSIM_TASK_YIELDS:
        return *state == RUNS ? NULL : "a thread that lets others run, and may run itself";
    default:
        return NULL;
    }
}

static const char *runs(const struct msim_tasks *tasks, const uint64_t *record)
{
    const uint8_t *state = state_of(tasks, record[1]);
    return !tasks->recorded || (state && *state == RUNS) ? NULL : "a thread that may run";
}

const char *msim_tasks_expected(struct msim_tasks *tasks, const uint64_t *record)
{
    if (msim_event_of(record[0]) == MSIM_EVENT_THREAD)
        return runs(tasks, record);
    if (msim_event_of(record[0]) != MSIM_EVENT_TASK)
        return NULL;
    if (!tasks->recorded)
        return msim_task_call_of(record) == MSIM_TASK_POINTER ? NULL : "a thread pointer";
    return msim_task_call_of(record) == MSIM_TASK_CREATED ? created(tasks, record)
                                                          : changed(tasks, record);
}
