/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rules of threads: each sequence is accepted up to the event that breaks one of them.
 */
#include "stream/tasks.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

/* Thread `number`; RUN: it runs from now on. */
enum { RUN = MSIM_TASK_CALLS };
struct step {
    int call;
    uint64_t number, value;
};

#define CREATED(number, by)                                                                        \
    {                                                                                              \
        MSIM_TASK_CREATED, number, by                                                              \
    }
#define ENDED(number)                                                                              \
    {                                                                                              \
        MSIM_TASK_ENDED, number, 0                                                                 \
    }
#define BLOCKED(number)                                                                            \
    {                                                                                              \
        MSIM_TASK_BLOCKED, number, 0x1000                                                          \
    }
#define WOKEN(number, by)                                                                          \
    {                                                                                              \
        MSIM_TASK_WOKEN, number, by                                                                \
    }
#define YIELDS(number)                                                                             \
    {                                                                                              \
        MSIM_TASK_YIELDS, number, 0                                                                \
    }
#define POINTER(number)                                                                            \
    {                                                                                              \
        MSIM_TASK_POINTER, number, ~UINT64_C(0)                                                    \
    }
#define RUNS(number)                                                                               \
    {                                                                                              \
        RUN, number, 0                                                                             \
    }

enum { STEPS = 10, ALL = -1 };
static const struct sequence {
    int refused; /* the step, from 0 */
    struct step step[STEPS];
} sequences[] = {
    {ALL,
     {CREATED(1, 0), RUNS(1), POINTER(1), CREATED(2, 1), RUNS(2), RUNS(1), ENDED(2), ENDED(1)}},
    {ALL, {CREATED(1, 0), CREATED(2, 0), CREATED(3, 2), ENDED(2), CREATED(4, 3), RUNS(4)}},
    {ALL,
     {CREATED(1, 0), CREATED(2, 1), BLOCKED(2), WOKEN(2, 1), BLOCKED(2), WOKEN(2, 0), RUNS(2)}},
    {ALL, {CREATED(1, 0), CREATED(2, 1), BLOCKED(1), ENDED(2), WOKEN(1, 2), BLOCKED(1), ENDED(1)}},
    {ALL, {CREATED(1, 0), RUNS(1), YIELDS(1), CREATED(2, 1), YIELDS(1), YIELDS(2), RUNS(2)}},
    {3, {CREATED(1, 0), CREATED(2, 1), BLOCKED(2), YIELDS(2)}},
    {2, {CREATED(1, 0), ENDED(1), YIELDS(1)}},
    {0, {RUNS(1)}},
    {0, {CREATED(2, 1)}},
    {0, {CREATED(0, 0)}},
    {0, {POINTER(1)}},
    {1, {CREATED(1, 0), CREATED(1, 0)}},
    {1, {CREATED(1, 0), CREATED(3, 1)}},
    {1, {CREATED(1, 0), RUNS(0)}},
    {1, {CREATED(1, 0), RUNS(2)}},
    {1, {CREATED(1, 0), RUNS(UINT64_C(1) << 32 | 1)}},
    {1, {CREATED(1, 0), WOKEN(1, 0)}},
    {2, {CREATED(1, 0), BLOCKED(1), BLOCKED(1)}},
    {2, {CREATED(1, 0), BLOCKED(1), RUNS(1)}},
    {2, {CREATED(1, 0), BLOCKED(1), CREATED(2, 1)}},
    {2, {CREATED(1, 0), BLOCKED(1), WOKEN(1, 2)}},
    {2, {CREATED(1, 0), ENDED(1), RUNS(1)}},
    {2, {CREATED(1, 0), ENDED(1), ENDED(1)}},
    {2, {CREATED(1, 0), ENDED(1), BLOCKED(1)}},
    {2, {CREATED(1, 0), ENDED(1), POINTER(1)}},
    {2, {CREATED(1, 0), ENDED(1), CREATED(1, 0)}},
    {2, {CREATED(1, 0), ENDED(1), CREATED(2, 1)}},
    {3, {CREATED(1, 0), BLOCKED(1), WOKEN(1, 0), WOKEN(1, 0)}},
};

static void make(const struct step *step, uint64_t *record)
{
    bool runs = step->call == RUN;
    record[0] = runs ? msim_event_header(MSIM_EVENT_THREAD, MSIM_THREAD_WORDS)
                     : msim_event_header(MSIM_EVENT_TASK, MSIM_TASK_WORDS);
    record[1] = runs ? step->number : step->number << 32 | (uint64_t)step->call;
    record[2] = step->value;
}

static bool is_over(const struct step *step)
{
    return !step->call && !step->number;
}

UNIT_ROWS(rules, sequences)
{
    struct unit_memory memory;
    struct msim_tasks tasks;
    uint64_t record[3];
    const struct sequence *sequence = &sequences[_i];
    unit_memory_start(&memory);
    msim_tasks_init(&tasks, &memory.mem, true);
    int refused = ALL;
    for (int i = 0; i < STEPS && refused == ALL && !is_over(&sequence->step[i]); i++) {
        make(&sequence->step[i], record);
        if (msim_tasks_expected(&tasks, record))
            refused = i;
    }
    ck_assert_int_eq(refused, sequence->refused);
    unit_memory_end(&memory);
}

/* A stream without such events may say which threads run, and where their variables are. */
UNIT_TEST(not_recorded)
{
    static const struct step steps[] = {RUNS(7), POINTER(9), CREATED(1, 0)};
    struct msim_tasks tasks;
    struct unit_memory memory;
    uint64_t record[3];
    unit_memory_start(&memory);
    msim_tasks_init(&tasks, &memory.mem, false);
    for (int i = 0; i < 3; i++) {
        make(&steps[i], record);
        ck_assert((msim_tasks_expected(&tasks, record) == NULL) == (i < 2));
    }
    unit_memory_end(&memory);
}

/* What an event alone must be. */
UNIT_TEST(events)
{
    static const struct {
        bool right;
        struct step step;
    } wanted[] = {
        {true, CREATED(1, 0)},
        {true, CREATED(2, 1)},
        {false, CREATED(2, 2)},
        {false, CREATED(0, 0)},
        {false, CREATED(2, UINT64_C(1) << 40)},
        {true, WOKEN(3, 0)},
        {true, WOKEN(3, 4)},
        {false, WOKEN(3, 3)},
        {false, WOKEN(3, UINT64_C(1) << 32)},
        {true, POINTER(0)},
        {true, {MSIM_TASK_ENDED, 1, MSIM_ADDRESSES - 1}},
        {false, {MSIM_TASK_ENDED, 1, MSIM_ADDRESSES}},
        {true, {MSIM_TASK_BLOCKED, UINT32_MAX, 8}},
        {false, {MSIM_TASK_BLOCKED, 1, ~UINT64_C(0)}},
        {false, {MSIM_TASK_BLOCKED, 0, 0}},
    };
    uint64_t record[3];
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        make(&wanted[i].step, record);
        const char *expected = msim_event_expected(NULL, record);
        ck_assert_msg((expected == NULL) == wanted[i].right, "%zu: %s", i, expected);
    }
    record[1] = UINT64_C(1) << 32 | MSIM_TASK_CALLS;
    ck_assert_ptr_ne(msim_event_expected(NULL, record), NULL);
}
