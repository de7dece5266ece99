/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which thread wakes which: the queues of threads that wait at futexes, as in the kernel.
 *
 * No thread runs before the waiting one sleeps (tool/schedule/), and the kernel wakes threads in
 * the order in which they began to wait.  So the threads that a wake will wake are known before the
 * call; for other calls, the result says how many.  But while a thread is in the kernel, others run
 * and may return before it.  So a thread that returns without a known waker was woken by a call
 * that has not returned yet or, if the kernel had another order, instead of a thread that was
 * believed to be woken.
 *
 * Cost: O(threads) per call and per thread that is woken.
 */
#pragma once

#include "futexcall.h"

/* Threads have Valgrind's numbers while they live; wakers have numbers of their own, which are
 * never used again. */
struct msim_futex_events {
    /* The thread may run again; `waker` 0: unknown. */
    void (*woken)(ThreadId tid, UInt waker);
    /* The thread was not woken after all. */
    void (*waits_on)(ThreadId tid, Addr at);
};

void msim_futexes_init(const struct msim_futex_events *events);

/* A thread begins a call that waits or wakes. */
void msim_futexes_begin(ThreadId tid, UInt number, const struct msim_futex_call *call);

/* How many threads sleep at the futex at which this thread is about to wait, with it, but without
 * others that wait for a limited time. */
UInt msim_futexes_sleepers(ThreadId tid);

/* The thread's call is over: it succeeded with this result, or failed, because the futex had
 * another value or for another reason. */
enum msim_futex_end { MSIM_FUTEX_SUCCEEDED, MSIM_FUTEX_CHANGED, MSIM_FUTEX_FAILED };
void msim_futexes_end(ThreadId tid, enum msim_futex_end end, UWord result);

/* A thread has ended, and the kernel is about to clear this word and to wake one thread there. */
void msim_futexes_exit(ThreadId tid, UInt number, Addr cleared);

/* Call in a forked child: forgets all threads except this one. */
void msim_futexes_keep(ThreadId tid);
