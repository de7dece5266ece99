/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of tasks.h. */
#include "tasks.h"

#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "cleared.h"
#include "futexes.h"
#include "tool/record/recorder.h"
#include "tool/schedule/schedule.h"
#include "waiting.h"

/* CALLS: in a system call.  WOKEN: it waited in one and was woken, but is not back yet. */
enum state { ABSENT, RUNS, CALLS, BLOCKED, WOKEN };

struct task {
    enum state state;
    UInt number;
    Bool may_wait; /* CALLS: it may wait for another thread or for time, */
    Addr waits;    /* at the futex; 0: at none */
    Addr cleared;  /* the word that the kernel clears when it ends; 0: none */
    Addr child;    /* the same of the thread that it creates now */
};

static struct {
    struct task *task; /* by Valgrind's numbers; NULL: threads are not followed */
    Bool recorded;
    ThreadId last; /* the last thread that ran guest code */
} tasks;

static void record(const struct task *task, enum msim_task_call call, uint64_t value)
{
    uint64_t words[MSIM_TASK_WORDS] = {call | (uint64_t)task->number << 32, value};
    if (tasks.recorded)
        msim_recorder_event(NULL, MSIM_EVENT_TASK, words, MSIM_TASK_WORDS);
}

static void block(struct task *task, Addr at)
{
    task->state = BLOCKED;
    record(task, MSIM_TASK_BLOCKED, at);
}

static void woken(ThreadId tid, UInt waker)
{
    struct task *task = &tasks.task[tid];
    if (task->state != BLOCKED)
        return;
    task->state = WOKEN;
    record(task, MSIM_TASK_WOKEN, waker == task->number ? 0 : waker);
    msim_schedule_wake(tid);
}

static void waits_on(ThreadId tid, Addr at)
{
    if (tasks.task[tid].state != WOKEN)
        return;
    block(&tasks.task[tid], at);
    msim_schedule_wait(tid, 0, 0, False);
}

static const struct msim_futex_events futex_events = {woken, waits_on};

/* Another thread than the last one runs, so the last one gave way. */
static void give_way(ThreadId tid)
{
    struct task *last = &tasks.task[tasks.last];
    if (tid != tasks.last && last->state == CALLS && last->may_wait)
        block(last, last->waits);
}

static void end_call(ThreadId tid, enum msim_futex_end end, UWord result)
{
    struct task *task = &tasks.task[tid];
    if (task->state == ABSENT || task->state == RUNS)
        return;
    if (task->state == CALLS && task->waits && end != MSIM_FUTEX_CHANGED)
        block(task, task->waits);
    msim_futexes_end(tid, end, result);
    woken(tid, 0);
    task->state = RUNS;
}

/* The thread is back, but its result is not known yet. */
void msim_tasks_in_kernel(ThreadId tid)
{
    if (!tasks.task || tasks.task[tid].state == ABSENT)
        return;
    struct task *task = &tasks.task[tid];
    give_way(tid);
    if (task->state != BLOCKED || !task->waits)
        return;
    msim_futexes_end(tid, MSIM_FUTEX_SUCCEEDED, 0);
    woken(tid, 0);
}

void msim_tasks_create(ThreadId creator, ThreadId tid, UInt number)
{
    if (!tasks.task)
        return;
    tasks.task[tid] =
        (struct task){.state = RUNS, .number = number, .cleared = tasks.task[creator].child};
    give_way(creator);
    record(&tasks.task[tid], MSIM_TASK_CREATED, tasks.task[creator].number);
    msim_schedule_create(creator, tid, number);
}

/* A system call that a signal interrupts may begin again without having returned. */
void msim_tasks_run(ThreadId tid)
{
    if (!tasks.task)
        return;
    give_way(tid);
    end_call(tid, MSIM_FUTEX_FAILED, 0);
    tasks.last = tid;
}

/* A thread that finds its futex changed does not wait.  The futex keeps its value until the kernel
 * looks at it, because others run only when the thread sleeps there. */
static void begin_futex_call(ThreadId tid, const struct msim_futex_call *call)
{
    struct task *task = &tasks.task[tid];
    if (call->waits && !call->holds)
        return;
    msim_futexes_begin(tid, task->number, call);
    task->waits = call->waits;
    task->may_wait = call->waits != 0;
    if (call->waits)
        msim_schedule_wait(tid, call->waits, msim_futexes_sleepers(tid), call->timed);
}

void msim_tasks_before_syscall(ThreadId tid, UInt syscall, const UWord *args)
{
    struct msim_futex_call call;
    Addr word;
    if (!tasks.task)
        return;
    struct task *task = &tasks.task[tid];
    task->state = CALLS;
    task->waits = 0;
    task->may_wait = False;
    msim_schedule_call(tid);
    if (msim_cleared_of_clone(syscall, args, &word))
        task->child = word < MSIM_ADDRESSES ? word : 0;
    else if (msim_cleared_of_self(syscall, args, &word))
        task->cleared = word < MSIM_ADDRESSES ? word : 0;
    else if (msim_futex_call(syscall, args, &call))
        begin_futex_call(tid, &call);
    else if (msim_yields(syscall)) {
        record(task, MSIM_TASK_YIELDS, 0);
        msim_schedule_yield(tid);
    } else if (msim_may_wait(syscall, args)) {
        task->may_wait = True;
        msim_schedule_wait(tid, 0, 0, False);
    } else if (msim_may_wait_for_readers(syscall, args)) {
        msim_schedule_wait(tid, 0, 0, False);
    } else if (msim_ends_all(syscall)) {
        msim_schedule_over();
    }
}

/* The return of a thread that waited for something other than a thread depends on the machine, so
 * it is recorded as woken when it runs. */
void msim_tasks_after_syscall(ThreadId tid, SysRes result)
{
    if (!tasks.task)
        return;
    give_way(tid);
    if (tasks.task[tid].state == BLOCKED && !tasks.task[tid].waits)
        msim_schedule_wake(tid);
    else if (!sr_isError(result))
        end_call(tid, MSIM_FUTEX_SUCCEEDED, sr_Res(result));
    else
        end_call(tid, sr_Err(result) == VKI_EAGAIN ? MSIM_FUTEX_CHANGED : MSIM_FUTEX_FAILED, 0);
}

/* A thread that could not be created ends at once. */
static void thread_ends(ThreadId tid)
{
    struct task ended = tasks.task[tid];
    if (ended.state == ABSENT)
        return;
    give_way(tid);
    tasks.task[tid] = (struct task){.state = ABSENT};
    record(&ended, MSIM_TASK_ENDED, ended.cleared);
    msim_futexes_exit(tid, ended.number, ended.cleared);
    msim_schedule_end(tid, ended.cleared);
}

void msim_tasks_in_child(ThreadId tid)
{
    if (!tasks.task)
        return;
    msim_futexes_keep(tid);
    for (ThreadId other = 1; other < VG_N_THREADS; other++)
        if (other != tid && tasks.task[other].state != ABSENT) {
            record(&tasks.task[other], MSIM_TASK_ENDED, 0);
            tasks.task[other] = (struct task){.state = ABSENT};
        }
    tasks.last = tid;
    msim_schedule_keep(tid);
}

void msim_tasks_init(Bool recorded)
{
    tasks.recorded = recorded;
    tasks.task = VG_(calloc)("msim.tasks", VG_N_THREADS, sizeof *tasks.task);
    msim_futexes_init(&futex_events);
    VG_(track_pre_thread_ll_exit)(thread_ends);
}
