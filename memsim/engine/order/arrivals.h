/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The input side: each record goes to the queue of its thread, with gates where it has to wait for
 * other threads.
 *
 * A record belongs to the thread that runs when it is written.  But what happens to a thread is
 * among the records of the thread that does it: the one that creates or wakes it, or the thread
 * itself if it ends or begins to wait.  That is the same place, unless the thread is in the kernel
 * while others run, which is up to Valgrind.
 *
 * A thread that is woken waits until its waker has run what comes before the wake-up.  If the waker
 * is 0 (a pipe, a clock, ...), any thread that ran before may have woken it.  So the thread waits
 * for all that came before in the stream: this may be more than needed, but a reader never runs
 * before the writer.  The event is then among the records of the thread that ran last.
 *
 * A thread that wakes others while it waits in a system call with the waker 0 does not wait for any
 * thread: it is in the call that wakes, and Valgrind let others run meanwhile.
 */
#pragma once

#include "state.h"

/* The state before the first record: thread 0 runs. */
void msim_order_arrivals_init(struct msim_order *order);

/* Takes records in the order of the stream. */
void msim_order_arrive(struct msim_order *order, const uint64_t *words, const uint64_t *end);
