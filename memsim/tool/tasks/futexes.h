/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which thread wakes which: the threads that wait at futexes, in order, as the kernel has them.
 *
 * No thread runs before the one that waits sleeps (tool/schedule/), and the kernel wakes those
 * first that began to wait first: so it is known before a call that only wakes which threads it
 * does wake.  Of others, the result says how many.  But while a thread is in the kernel, others run
 * and may be back before it: so a thread that comes back although nobody is known to have woken it
 * was woken by a call that has not returned yet, or, where the kernel had another order, instead of
 * one that was believed to be woken.
 *
 * Cost: O(threads) per call and per thread that is woken.
 */
#ifndef MSIM_TOOL_TASKS_FUTEXES_H
#define MSIM_TOOL_TASKS_FUTEXES_H

#include "futexcall.h"

/* Threads are known by Valgrind's numbers while they live, and wakers by their own for ever. */
struct msim_futex_events {
    /* The thread may run on; `waker`: 0: unknown. */
    void (*woken)(ThreadId tid, UInt waker);
    /* It was not woken after all. */
    void (*waits_on)(ThreadId tid, Addr at);
};

void msim_futexes_init(const struct msim_futex_events *events);

/* A thread begins a call that waits or wakes. */
void msim_futexes_begin(ThreadId tid, UInt number, const struct msim_futex_call *call);

/* How many sleep where this thread is about to, together with it, but for others that do so for a
 * time only. */
UInt msim_futexes_sleepers(ThreadId tid);

/* The thread's call is over: it succeeded with this result, or failed, because the futex was not as
 * it was believed to be or for another reason. */
enum msim_futex_end { MSIM_FUTEX_SUCCEEDED, MSIM_FUTEX_CHANGED, MSIM_FUTEX_FAILED };
void msim_futexes_end(ThreadId tid, enum msim_futex_end end, UWord result);

/* A thread has ended, and the kernel is about to clear this word and to wake one thread there. */
void msim_futexes_exit(ThreadId tid, UInt number, Addr cleared);

/* In a forked child: forgets all threads but this one. */
void msim_futexes_keep(ThreadId tid);

#endif
