/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What comes: each record goes to the queue of its thread, with gates where it has to wait for others.
 *
 * A record belongs to the thread that runs then.  But what happens to a thread is in the records of the
 * one that does it: of who creates or wakes it, or its own where it ends or begins to wait.  That is the
 * same place, unless the thread is in the kernel and others run meanwhile, which is up to Valgrind.
 *
 * A thread that is woken waits for its waker to have run what is before.  If the waker is 0 (a pipe, a
 * clock, ...), it may be whoever ran before the thread came back.  So the thread waits for all that came
 * before in the stream: this may be more than was needed, but a reader is never before the writer.  The
 * event is then in the records of the thread that ran last.
 *
 * A thread that wakes others while it waits in a system call with the waker 0 waits for nobody: the call
 * was the one that wakes, and the thread waits because Valgrind let others run.
 */
#ifndef MSIM_ENGINE_ORDER_ARRIVALS_H
#define MSIM_ENGINE_ORDER_ARRIVALS_H

#include "state.h"

/* Before there is anything: the thread 0 runs. */
void msim_order_arrivals_init(struct msim_order *order);

/* Takes records in the order of the stream. */
void msim_order_arrive(struct msim_order *order, const uint64_t *words, const uint64_t *end);

#endif
