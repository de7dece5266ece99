/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which thread runs next: the same on every run.
 *
 * Valgrind lets one thread run at a time, whichever gets its lock first, for up to 100,000 blocks
 * of code.  Which one that is depends on the machine and its load, and with it which stack a thread
 * gets, which thread is first at a lock, and how the stream is ordered.  So memsim chooses.  Each
 * thread has a clock: the number of blocks that it ran.  A thread begins at its creator's clock,
 * and goes on at its waker's, if that is later.  Of the ready threads, the one with the earliest
 * clock runs next, until its clock is a slice after the next one's, or until it waits.  Any other
 * thread that gets Valgrind's lock gives it back at once.
 *
 * Slices grow with what a thread has run.  Memory and stacks that one thread frees, another one
 * gets; so short threads that would run at the same time must not run one after the other.  A
 * thread that only looks whether another one has written something gets only a few blocks, and the
 * others little more, so that it sees the write soon; the longer it has looked, the more.
 *
 * The end of a wait for something other than a thread of this process (time, a pipe, a signal)
 * cannot be chosen: the thread is ready when it is back.  A chosen thread that does not come,
 * because it is in a call that waits unexpectedly, is not ready until it does.
 *
 * A thread that gives Valgrind's lock back sleeps until it is chosen.  It does so in the sanity
 * check of Valgrind's scheduler: there it holds the lock, and no address of code that another
 * thread might discard.
 *
 * Cost: two system calls per change of threads, as in Valgrind itself.
 */
#pragma once

#include "pub_tool_basics.h"

#include "repeats.h"

enum { MSIM_SCHEDULE_SLICE_MIN = 250, MSIM_SCHEDULE_SLICE = 20000 };

/* Call when options are known.  `repeats`: what the thread that has just stopped did in its slice
 * (repeats.h). */
void msim_schedule_init(enum msim_repeats (*repeats)(ThreadId tid, Bool *looks));

/* Threads have Valgrind's numbers.  `number`: one that is never used again; `creator` 0: none. */
void msim_schedule_create(ThreadId creator, ThreadId tid, UInt number);

/* True: there is only one thread. */
Bool msim_schedule_is_alone(void);

/* The thread is about to run code.  False: it is not chosen, and must not run. */
Bool msim_schedule_start(ThreadId tid);

/* The thread has stopped.  Only after a start that returned true. */
void msim_schedule_stop(ThreadId tid);

/* The thread begins a system call, */
void msim_schedule_call(ThreadId tid);
/* in which other threads run first; */
void msim_schedule_yield(ThreadId tid);
/* or it waits, not ready until it is woken or comes back.  `futex`: the futex at which it waits; 0:
 * none; `timed`: for a limited time.  `sleepers`: how many wait there without a limit. */
void msim_schedule_wait(ThreadId tid, Addr futex, UInt sleepers, Bool timed);

/* The thread is ready again, because the running thread woke it, or because it is back. */
void msim_schedule_wake(ThreadId tid);

/* The thread has ended, and the kernel clears this word; 0: none. */
void msim_schedule_end(ThreadId tid, Addr cleared);

/* The process ends: wakes all threads that sleep here. */
void msim_schedule_over(void);

/* For VG_(needs_sanity_checks): a thread that was refused sleeps here.  Returns True. */
Bool msim_schedule_check(void);

/* Call in a forked child, which has only this thread. */
void msim_schedule_keep(ThreadId tid);
