/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The waiting threads of futexes.h. */
#include "futexes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

struct caller {
    struct msim_futex_call call;
    ULong order;  /* of calls; of waits, at a futex; 0: not in a call */
    UInt number;  /* of the thread */
    Bool woken;   /* it was woken, */
    UInt waker;   /* by this thread */
    UInt back[2]; /* how many threads this call is known to have woken */
    Addr cleared; /* the thread ended, and no thread was known to wait at this word */
};

static struct {
    const struct msim_futex_events *events;
    struct caller *caller; /* by Valgrind's numbers */
    ThreadId end;          /* numbers of used threads are below */
    ULong calls;
} futexes;

void msim_futexes_init(const struct msim_futex_events *events)
{
    futexes.events = events;
    futexes.caller = VG_(calloc)("msim.futexes", VG_N_THREADS, sizeof *futexes.caller);
}

static struct caller *caller_of(ThreadId tid)
{
    if (tid >= futexes.end)
        futexes.end = tid + 1;
    return &futexes.caller[tid];
}

/* --- Those that wait ------------------------------------------------------------------------ */

static Bool waits_at(const struct caller *caller, Addr at, UInt bits)
{
    return caller->order && caller->call.waits == at && (caller->call.bits & bits) != 0;
}

/* The thread that has waited at the futex longest, among woken or other threads; 0: none. */
static ThreadId first_at(Addr at, UInt bits, Bool woken)
{
    ThreadId first = 0;
    for (ThreadId tid = 1; at && tid < futexes.end; tid++) {
        const struct caller *caller = &futexes.caller[tid];
        if (waits_at(caller, at, bits) && caller->woken == woken &&
            (!first || caller->order < futexes.caller[first].order))
            first = tid;
    }
    return first;
}

static UInt waiting_at(const struct msim_futex_wake *wake)
{
    UInt count = 0;
    for (ThreadId tid = 1; tid < futexes.end; tid++)
        count += waits_at(&futexes.caller[tid], wake->at, wake->bits) && !futexes.caller[tid].woken;
    return count;
}

UInt msim_futexes_sleepers(ThreadId tid)
{
    Addr at = futexes.caller[tid].call.waits;
    UInt count = 1;
    for (ThreadId other = 1; other < futexes.end; other++) {
        const struct caller *caller = &futexes.caller[other];
        count += other != tid && waits_at(caller, at, ~0u) && !caller->woken && !caller->call.timed;
    }
    return count;
}

static void let_go(ThreadId tid, UInt waker)
{
    futexes.caller[tid].woken = True;
    futexes.caller[tid].waker = waker;
    futexes.events->woken(tid, waker);
}

/* Wakes at most this many threads at the futex; returns how many. */
static UInt release(Addr at, UInt bits, UWord count, UInt waker)
{
    UInt done = 0;
    for (ThreadId tid; done < count && (tid = first_at(at, bits, False)) != 0; done++)
        let_go(tid, waker);
    return done;
}

/* Moves this many waiting threads to the end of another futex's queue. */
static void move(Addr at, Addr to, UWord count)
{
    for (ThreadId tid; count && at != to && (tid = first_at(at, ~0u, False)) != 0; count--) {
        futexes.caller[tid].call.waits = to;
        futexes.caller[tid].order = ++futexes.calls;
    }
}

/* --- Calls that wake ------------------------------------------------------------------------ */

static void release_rest(const struct caller *waker, UInt which, UWord count)
{
    const struct msim_futex_wake *wake = &waker->call.wake[which];
    if (count > waker->back[which])
        release(wake->at, wake->bits, count - waker->back[which], waker->number);
}

/* The kernel wakes at the first futex before it goes on with the second. */
static void end_wake(struct caller *waker, UWord count)
{
    const struct msim_futex_wake *wake = waker->call.wake;
    UWord first = count;
    if ((wake[1].at || waker->call.moves_to) && first > wake->most)
        first = wake->most;
    if (wake[1].at && first > waker->back[0] + waiting_at(&wake[0]))
        first = waker->back[0] + waiting_at(&wake[0]);
    release_rest(waker, 0, first);
    if (waker->call.moves_to)
        move(wake->at, waker->call.moves_to, count - first);
    else if (wake[1].at)
        release_rest(waker, 1, count - first);
}

/* All waiting threads are asleep in the kernel's queue, so the effect of a plain wake is known
 * before the call. */
static void begin_wake(struct caller *waker)
{
    const struct msim_futex_wake *wake = waker->call.wake;
    if (wake->at && waker->call.counts && !wake[1].at && !waker->call.moves_to)
        waker->back[0] = release(wake->at, wake->bits, wake->most, waker->number);
}

void msim_futexes_begin(ThreadId tid, UInt number, const struct msim_futex_call *call)
{
    struct caller *caller = caller_of(tid);
    *caller = (struct caller){.call = *call, .order = ++futexes.calls, .number = number};
    begin_wake(caller);
}

/* --- Calls that wait ------------------------------------------------------------------------ */

static Bool wakes(const struct caller *caller, UInt which, const struct caller *waiter)
{
    const struct msim_futex_wake *wake = &caller->call.wake[which];
    return caller->order && !caller->call.waits && wake->at &&
           waits_at(waiter, wake->at, wake->bits) && caller->back[which] < wake->most;
}

/* A call that has not returned and may have woken the thread: the first that began later than the
 * wait, else the first. 0: none. */
static UInt waker_in_kernel(const struct caller *waiter)
{
    struct caller *found = NULL;
    UInt at = 0;
    for (ThreadId tid = 1; tid < futexes.end; tid++)
        for (UInt which = 0; which < 2; which++) {
            struct caller *caller = &futexes.caller[tid];
            if (!wakes(caller, which, waiter))
                continue;
            Bool later = caller->order > waiter->order;
            Bool found_later = found && found->order > waiter->order;
            if (found && (later == found_later ? caller->order > found->order : found_later))
                continue;
            found = caller;
            at = which;
        }
    if (!found)
        return 0;
    found->back[at]++;
    return found->number;
}

/* A thread that has just ended and whose word this is. 0: none. */
static UInt waker_that_ended(Addr at)
{
    for (ThreadId tid = 1; at && tid < futexes.end; tid++)
        if (futexes.caller[tid].cleared == at) {
            futexes.caller[tid].cleared = 0;
            return futexes.caller[tid].number;
        }
    return 0;
}

/* A thread that was believed to be woken instead, and goes on waiting. 0: none. */
static UInt waker_of_another(const struct caller *waiter)
{
    ThreadId other = first_at(waiter->call.waits, ~0u, True);
    if (!other)
        return 0;
    futexes.caller[other].woken = False;
    futexes.events->waits_on(other, waiter->call.waits);
    return futexes.caller[other].waker;
}

static UInt waker_of(const struct caller *waiter, enum msim_futex_end end)
{
    UInt waker = end == MSIM_FUTEX_FAILED ? 0 : waker_that_ended(waiter->call.waits);
    if (!waker && end == MSIM_FUTEX_SUCCEEDED)
        waker = waker_in_kernel(waiter);
    if (!waker && end == MSIM_FUTEX_SUCCEEDED)
        waker = waker_of_another(waiter);
    return waker;
}

/* A thread that was believed to be woken, but timed out, leaves the wake to another one. */
static void end_wait(ThreadId tid, struct caller *waiter, enum msim_futex_end end)
{
    struct msim_futex_call call = waiter->call;
    if (!waiter->woken)
        futexes.events->woken(tid, waker_of(waiter, end));
    waiter->order = 0;
    if (waiter->woken && end != MSIM_FUTEX_SUCCEEDED)
        release(call.waits, call.bits, 1, waiter->waker);
}

void msim_futexes_end(ThreadId tid, enum msim_futex_end end, UWord result)
{
    struct caller *caller = caller_of(tid);
    if (!caller->order)
        return;
    if (caller->call.waits)
        end_wait(tid, caller, end);
    else if (end == MSIM_FUTEX_SUCCEEDED)
        end_wake(caller, caller->call.counts ? result : 1);
    caller->order = 0;
}

/* --- Threads ------------------------------------------------------------------------------ */

/* A thread that begins to wait before the kernel clears the word is woken, too. */
void msim_futexes_exit(ThreadId tid, UInt number, Addr cleared)
{
    struct caller *caller = caller_of(tid);
    *caller = (struct caller){.number = number};
    if (cleared && !release(cleared, ~0u, 1, number))
        caller->cleared = cleared;
}

void msim_futexes_keep(ThreadId tid)
{
    for (ThreadId other = 1; other < futexes.end; other++)
        if (other != tid)
            VG_(memset)(&futexes.caller[other], 0, sizeof futexes.caller[other]);
}
