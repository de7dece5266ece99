/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which thread runs next: the same on every run.
 *
 * Valgrind lets one thread run at a time, whichever gets its lock first, for up to 100,000 blocks
 * of code.  Which one that is depends on the machine and on what else runs there; and with it which
 * stack a thread gets, who is first at a lock, and how the stream is ordered.  So memsim chooses.
 * Each thread has a clock, the blocks that it ran; a thread begins at its creator's clock, and goes
 * on at that of the one that woke it, if that is later.  Of those that are ready, the one whose
 * clock is earliest runs next, until its clock is a slice after the next one's, or until it waits.
 * Any other that gets Valgrind's lock gives it back at once.
 *
 * Slices grow with what a thread has run.  What one thread leaves, another one gets: memory, a
 * stack.  So short threads that would run at the same time must not run one after the other.  And a
 * thread that only looks whether another one has written something gets only a few blocks, and the
 * others little more, so that it sees that soon; the longer it has looked, the more.
 *
 * Not chosen is when a thread comes back from a wait for something other than a thread of this
 * process: time, a pipe, a signal.  It is ready when it is there.  A thread that is to run but does
 * not come, because a call waits that is not known to, is not ready until it does.
 *
 * A thread that gives Valgrind's lock back sleeps until it is chosen.  It does so where Valgrind's
 * scheduler asks tools whether all is well: it holds the lock there, and no address of code that
 * another thread might discard.
 *
 * Cost: two system calls for a change of threads, as without this.
 */
#ifndef MSIM_TOOL_SCHEDULE_SCHEDULE_H
#define MSIM_TOOL_SCHEDULE_SCHEDULE_H

#include "pub_tool_basics.h"

#include "repeats.h"

enum { MSIM_SCHEDULE_SLICE_MIN = 250, MSIM_SCHEDULE_SLICE = 20000 };

/* Once options are known.  `repeats`: what the thread that has just stopped did in its slice
 * (repeats.h). */
void msim_schedule_init(enum msim_repeats (*repeats)(ThreadId tid, Bool *looks));

/* Threads by Valgrind's numbers.  `number`: never used again; `creator` 0: none. */
void msim_schedule_create(ThreadId creator, ThreadId tid, UInt number);

/* Is there no more than one? */
Bool msim_schedule_is_alone(void);

/* It is about to run code.  False: it is not its turn, and it runs none. */
Bool msim_schedule_start(ThreadId tid);

/* It has stopped.  Only after a start that returned true. */
void msim_schedule_stop(ThreadId tid);

/* It begins a system call, */
void msim_schedule_call(ThreadId tid);
/* in which others run first; */
void msim_schedule_yield(ThreadId tid);
/* or it waits, not ready until it is woken or comes back.  `futex`: where; 0: at none; `timed`: for
 * a time.  `sleepers`: how many wait there for as long as it takes. */
void msim_schedule_wait(ThreadId tid, Addr futex, UInt sleepers, Bool timed);

/* It is ready again, because of what the running thread did, or because it is back. */
void msim_schedule_wake(ThreadId tid);

/* It has ended, and the kernel clears this word; 0: none. */
void msim_schedule_end(ThreadId tid, Addr cleared);

/* The process ends: all that sleep here are woken. */
void msim_schedule_over(void);

/* For VG_(needs_sanity_checks): a thread that was refused sleeps.  True. */
Bool msim_schedule_check(void);

/* In a forked child, which only this thread is in. */
void msim_schedule_keep(ThreadId tid);

#endif
