/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The turns: which records are run next.
 *
 * The earliest core runs its first thread until its clock is MSIM_ORDER_STEP after that of the next
 * core, until the thread waits, until another thread can go on because of it, or until the receiver ends
 * the turn.  What the receiver adds counts when the turn is over.  A thread that has nothing to run, but neither waits nor has ended,
 * makes everything wait for more of the stream; its turn then goes on as if nothing had been.  So it
 * makes no difference when what comes.
 *
 * Instructions of a loop that pauses take no time: from one pause to the next, if there are no more than
 * MSIM_ORDER_SPIN of them.
 */
#ifndef MSIM_ENGINE_ORDER_TURNS_H
#define MSIM_ENGINE_ORDER_TURNS_H

#include "state.h"

enum { MSIM_ORDER_SPIN = 32 };

/* Whole records, for which there is room (queue.h). */
void msim_order_put(struct msim_order *order, struct msim_order_thread *thread,
                    const uint64_t *words, size_t count);

/* A thread of which nothing waits, and which waited, has its first gate open, or waits there. */
void msim_order_at_gate(struct msim_order *order, struct msim_order_thread *thread);

/* Does nothing wait, and can no other thread go on than the one that runs? */
bool msim_order_is_straight(const struct msim_order *order);

/* If so, runs records up to `end` or to the first that is of the kind MSIM_ORDER_TASKS, which the first is not;
 * returns where. */
const uint64_t *msim_order_straight(struct msim_order *order, const uint64_t *words,
                                    const uint64_t *end);

/* Runs what can be run now. */
void msim_order_go(struct msim_order *order);

#endif
