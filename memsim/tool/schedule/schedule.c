/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses threads as in schedule.h. */
#include "schedule.h"

#include <stddef.h>

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

#include "kernel.h"
#include "tool/base/platform.h"

/* Missing in the headers for tools: whether Valgrind's lock is fair (2: if possible); giving that
 * lock back and taking it, as for a yield; and whether a thread is about to end. */
extern UInt VG_(clo_fair_sched);
enum { FAIR_IF_POSSIBLE = 2, YIELDING = 4 };
extern void VG_(release_BigLock)(ThreadId tid, UInt status, const HChar *who);
extern void VG_(acquire_BigLock)(ThreadId tid, const HChar *who);
extern Bool VG_(is_exiting)(ThreadId tid);

enum {
    PAUSED = 300,     /* blocks that Valgrind lets a thread run after a pause */
    SPINNING = 50,    /* blocks that it may run here, as any other thread that waits in a loop */
    AGAIN = 32,       /* slices after a wait in which it is expected to wait again */
    PART_OF_LIFE = 16 /* a slice is this fraction of what a thread ran */
};

enum state { ABSENT, READY, AWAY };

struct thread {
    enum state state;
    UInt number;
    Int lwp;     /* the kernel's number; 0: not known yet */
    Bool called; /* it is in a system call */
    UInt again;  /* slices left in which it is expected to wait again */
    UInt spins;  /* not 0: it waits for a write, in slices this short */
    Bool parks;  /* it sleeps until it is chosen, */
    UInt parked; /* when this word changes */
    ULong born, clock;
};

static struct {
    enum msim_repeats (*repeats)(ThreadId tid, Bool *looks);
    struct thread *thread; /* by Valgrind's numbers */
    ThreadId end;          /* numbers of used threads are below */
    UInt alive;
    ThreadId chosen; /* 0: no thread is ready */
    ULong limit;     /* of the chosen thread's clock */
    ULong changes;   /* changes of the choice, and returns of the chosen thread */
    ThreadId waking; /* the chosen thread still sleeps and must be woken */

    /* The thread that ran last, */
    ThreadId last;
    Int granted, left; /* its event counter before, and afterwards */
    Bool paused;       /* it was in a loop that waits */

    /* What the kernel still has to do for it. */
    ThreadId sleeper;
    Addr futex, cleared;
    UInt sleepers;
    Bool timed;
} schedule;

void msim_schedule_init(enum msim_repeats (*repeats)(ThreadId tid, Bool *looks))
{
    schedule.repeats = repeats;
    if (!VG_(clo_fair_sched))
        VG_(clo_fair_sched) = FAIR_IF_POSSIBLE;
    schedule.thread = VG_(calloc)("msim.schedule", VG_N_THREADS, sizeof *schedule.thread);
}

/* --- The choice ----------------------------------------------------------------------------- */

static Bool is_before(const struct thread *one, const struct thread *other)
{
    return one->clock != other->clock ? one->clock < other->clock : one->number < other->number;
}

/* The ready thread with the earliest clock, except one; 0: none. */
static ThreadId earliest_but(ThreadId but)
{
    ThreadId earliest = 0;
    for (ThreadId tid = 1; tid < schedule.end; tid++)
        if (tid != but && schedule.thread[tid].state == READY &&
            (!earliest || is_before(&schedule.thread[tid], &schedule.thread[earliest])))
            earliest = tid;
    return earliest;
}

static ULong latest_clock(void)
{
    ULong latest = 0;
    for (ThreadId tid = 1; tid < schedule.end; tid++)
        if (schedule.thread[tid].state == READY && schedule.thread[tid].clock > latest)
            latest = schedule.thread[tid].clock;
    return latest;
}

static ULong slice_of(const struct thread *thread)
{
    ULong slice = (thread->clock - thread->born) / PART_OF_LIFE;
    if (thread->spins)
        slice = thread->spins;
    else if (slice < MSIM_SCHEDULE_SLICE_MIN)
        slice = MSIM_SCHEDULE_SLICE_MIN;
    return slice < MSIM_SCHEDULE_SLICE ? slice : MSIM_SCHEDULE_SLICE;
}

/* The limit of the chosen thread, so that threads that wait for its writes see them soon. */
static ULong least_wait(void)
{
    ULong least = MSIM_SCHEDULE_SLICE;
    for (ThreadId tid = 1; tid < schedule.end; tid++) {
        const struct thread *thread = &schedule.thread[tid];
        if (tid != schedule.chosen && thread->state == READY && thread->spins &&
            thread->spins < least)
            least = thread->spins;
    }
    return least;
}

/* Chooses again: the ready threads or their clocks have changed. */
static void set_limit(void)
{
    ThreadId next = earliest_but(schedule.chosen);
    ULong slice = slice_of(&schedule.thread[schedule.chosen]), least = least_wait();
    if (slice > least)
        slice = least;
    schedule.limit = next ? schedule.thread[next].clock + slice : ~0ull;
}

/* Call with Valgrind's lock. */
static void wake_chosen(void)
{
    ThreadId tid = schedule.waking;
    schedule.waking = 0;
    if (tid)
        msim_kernel_unpark(&schedule.thread[tid].parked);
}

/* Gives the lock back first, because the thread that is woken takes it. */
static void release_to_chosen(ThreadId tid)
{
    ThreadId waking = schedule.waking;
    schedule.waking = 0;
    VG_(release_BigLock)(tid, YIELDING, "memsim");
    if (waking)
        msim_kernel_unpark(&schedule.thread[waking].parked);
}

/* The caller wakes the chosen thread. */
static void choose(void)
{
    schedule.chosen = schedule.waking = earliest_but(0);
    schedule.changes++;
    set_limit();
}

static void make_ready(ThreadId tid, ULong since)
{
    struct thread *thread = &schedule.thread[tid];
    thread->state = READY;
    if (thread->clock < since)
        thread->clock = since;
    if (schedule.chosen)
        set_limit();
    else
        choose();
}

static void make_unready(ThreadId tid, enum state state)
{
    schedule.thread[tid].state = state;
    if (tid == schedule.chosen)
        choose();
    else
        set_limit();
}

/* --- Threads -------------------------------------------------------------------------------- */

void msim_schedule_create(ThreadId creator, ThreadId tid, UInt number)
{
    if (tid >= schedule.end)
        schedule.end = tid + 1;
    schedule.thread[tid] = (struct thread){.number = number};
    schedule.alive++;
    make_ready(tid, creator ? schedule.thread[creator].clock : 0);
    schedule.thread[tid].born = schedule.thread[tid].clock;
}

Bool msim_schedule_is_alone(void)
{
    return schedule.alive <= 1;
}

void msim_schedule_call(ThreadId tid)
{
    schedule.thread[tid].called = True;
}

void msim_schedule_yield(ThreadId tid)
{
    schedule.thread[tid].clock = latest_clock();
    choose();
    wake_chosen();
}

void msim_schedule_wait(ThreadId tid, Addr futex, UInt sleepers, Bool timed)
{
    if (msim_schedule_is_alone())
        return;
    if (futex) {
        schedule.sleeper = tid;
        schedule.futex = futex;
        schedule.sleepers = sleepers;
        schedule.timed = timed;
    }
    make_unready(tid, AWAY);
    wake_chosen();
}

static ULong now(void)
{
    return schedule.chosen ? schedule.thread[schedule.chosen].clock : 0;
}

void msim_schedule_wake(ThreadId tid)
{
    if (schedule.thread[tid].state == AWAY)
        make_ready(tid, now());
}

void msim_schedule_end(ThreadId tid, Addr cleared)
{
    if (schedule.thread[tid].state == ABSENT)
        return;
    schedule.alive--;
    schedule.cleared = cleared;
    make_unready(tid, ABSENT);
    wake_chosen();
}

void msim_schedule_keep(ThreadId tid)
{
    for (ThreadId other = 1; other < schedule.end; other++)
        if (other != tid)
            schedule.thread[other].state = ABSENT;
    schedule.alive = 1;
    schedule.sleeper = 0;
    schedule.cleared = 0;
    schedule.thread[tid].lwp = 0;
    schedule.thread[tid].state = READY;
    schedule.last = 0;
    choose();
}

/* --- Running -------------------------------------------------------------------------------- */

/* Call before a thread runs. */
static void wait_for_kernel(ThreadId tid)
{
    if (schedule.sleeper && schedule.sleeper != tid)
        msim_kernel_sleeps(schedule.futex, schedule.sleepers, schedule.timed);
    if (schedule.cleared)
        msim_kernel_clears(schedule.cleared);
    schedule.sleeper = 0;
    schedule.cleared = 0;
}

/* True: this thread is chosen. */
static Bool may_run(ThreadId tid)
{
    if (!schedule.chosen)
        choose();
    if (schedule.chosen != tid)
        return False;
    schedule.changes++;
    schedule.waking = 0;
    return True;
}

/* Valgrind's event counter of a thread that is about to run generated code, or has just done so:
 * how many more blocks of code it may run before Valgrind takes its lock away.  Generated code
 * counts it down at the beginning of each block, and does not run the block where it falls below
 * 0. */
static Int counter_of(ThreadId tid)
{
    UInt counter;
    VG_(get_shadow_regs_area)
    (tid, (UChar *)&counter, 0, offsetof(MsimGuestState, host_EvC_COUNTER), sizeof counter);
    return (Int)counter;
}

static void set_counter(ThreadId tid, Int blocks)
{
    UInt counter = (UInt)blocks;
    VG_(set_shadow_regs_area)
    (tid, 0, offsetof(MsimGuestState, host_EvC_COUNTER), sizeof counter, (const UChar *)&counter);
}

/* Valgrind has set the counter to what was left of the thread's slice, or to less if it paused. */
static Int blocks_of(ThreadId tid)
{
    Int counter = counter_of(tid);
    ULong clock = schedule.thread[tid].clock;
    ULong most = schedule.limit > clock ? schedule.limit - clock : 1;
    if (tid != schedule.last)
        schedule.paused = False;
    else if (counter < schedule.left && counter <= PAUSED)
        schedule.paused = True;
    if (schedule.paused && most > SPINNING)
        most = SPINNING;
    return (ULong)counter > most ? (Int)most : counter;
}

/* The sleep of the chosen thread in its system call; 0: it does not sleep. */
static ULong sleep_of(const struct thread *chosen)
{
    return chosen->lwp && chosen->called ? msim_kernel_sleep(chosen->lwp) : 0;
}

/* Sleeps until the thread is chosen.  If nothing has changed twice in a row, the chosen thread may
 * be in a system call that waits although it was not expected to.  That is so if it is in one and
 * the same sleep both times.  A thread that is only late, on a busy machine, has run or is ready
 * to, or waits for Valgrind's lock, which this thread has. */
static void park(ThreadId tid)
{
    struct thread *thread = &schedule.thread[tid];
    ULong changes = 0, slept = 0;
    thread->parks = False;
    while (schedule.chosen && schedule.chosen != tid) {
        UInt value = thread->parked;
        release_to_chosen(tid);
        Bool late = msim_kernel_park(&thread->parked, value);
        VG_(acquire_BigLock)(tid, "memsim");
        if (VG_(is_exiting)(tid))
            return;
        ULong sleep = late ? sleep_of(&schedule.thread[schedule.chosen]) : 0;
        if (sleep && sleep == slept && changes == schedule.changes)
            make_unready(schedule.chosen, AWAY);
        slept = sleep;
        changes = schedule.changes;
    }
}

Bool msim_schedule_check(void)
{
    ThreadId tid = VG_(get_running_tid)();
    if (schedule.thread && tid != VG_INVALID_THREADID && schedule.thread[tid].parks)
        park(tid);
    return True;
}

void msim_schedule_over(void)
{
    for (ThreadId tid = 1; tid < schedule.end; tid++)
        if (schedule.thread[tid].state != ABSENT)
            msim_kernel_unpark(&schedule.thread[tid].parked);
}

Bool msim_schedule_start(ThreadId tid)
{
    struct thread *thread = &schedule.thread[tid];
    thread->called = False;
    if (!thread->lwp)
        thread->lwp = msim_kernel_thread();
    wait_for_kernel(tid);
    if (thread->state == AWAY)
        make_ready(tid, now());
    if (!may_run(tid)) {
        thread->parks = True;
        set_counter(tid, 0);
        return False;
    }
    schedule.granted = blocks_of(tid);
    set_counter(tid, schedule.granted);
    schedule.last = tid;
    return True;
}

/* A thread that waited for a whole slice gets longer ones: perhaps it only works in registers.  A
 * thread that waited will probably wait again, so it is treated as waiting for some more slices. */
static void set_spins(ThreadId tid, Bool pauses)
{
    struct thread *thread = &schedule.thread[tid];
    Bool looks;
    enum msim_repeats repeats = schedule.repeats(tid, &looks);
    Bool waits = pauses || looks || repeats == MSIM_REPEATS_UNKNOWN;
    if (waits && repeats == MSIM_REPEATS_ALL && thread->spins)
        thread->spins *= thread->spins < MSIM_SCHEDULE_SLICE ? 2 : 1;
    else if (repeats != MSIM_REPEATS_UNKNOWN ? waits : pauses && !thread->spins)
        thread->spins = SPINNING;
    if (waits)
        thread->again = pauses ? AGAIN : 0;
    else if (!thread->again)
        thread->spins = 0;
    else
        thread->again--;
}

/* The thread looks again when the earliest other thread has run a little; the longer it has waited,
 * the more. */
static void let_earliest_run(ThreadId tid)
{
    struct thread *thread = &schedule.thread[tid];
    ThreadId earliest = earliest_but(tid);
    if (earliest && thread->clock < schedule.thread[earliest].clock)
        thread->clock = schedule.thread[earliest].clock;
    thread->clock += thread->spins;
}

/* A thread that pauses, or is the only one, may reach the end of Valgrind's limit first. */
void msim_schedule_stop(ThreadId tid)
{
    struct thread *thread = &schedule.thread[tid];
    Int counter = counter_of(tid);
    schedule.left = counter > 0 ? counter : 0;
    thread->clock += (ULong)(schedule.granted - schedule.left);
    if (counter >= 0 || msim_schedule_is_alone())
        return;
    schedule.last = 0;
    thread->parks = True;
    if (schedule.paused) {
        set_spins(tid, True);
        let_earliest_run(tid);
        choose();
    } else if (thread->clock >= schedule.limit) {
        set_spins(tid, False);
        choose();
    }
}
