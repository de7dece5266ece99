/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The output side: which records are run next, in slices.
 *
 * The earliest core runs its first thread until its clock is MSIM_ORDER_STEP after that of the next
 * core, until the thread waits, until another thread can go on because of it, or until the receiver
 * ends the slice.  What the receiver adds counts when the slice is over.  If the thread has no
 * records left, but neither waits nor has ended, everything waits for more of the stream; then the
 * slice goes on as if it had not stopped.  So the result does not depend on when records arrive.
 *
 * A receiver that knows the time ends slices itself, when so much has passed; an instruction, or a
 * line from memory, may take any time.
 *
 * Instructions of a loop that pauses take no time: from one pause to the next, if there are no more
 * than MSIM_ORDER_SPIN of them.  So a receiver that knows the time gets no records beyond a pause
 * together with those before it.
 */
#pragma once

#include "state.h"

enum { MSIM_ORDER_SPIN = 32 };

/* Appends whole records to the thread's queue, which has room for them (queue.h). */
void msim_order_put(struct msim_order *order, struct msim_order_thread *thread,
                    const uint64_t *words, size_t count);

/* Lists the thread again if its gates let it run; its queue is empty, and it waited. */
void msim_order_at_gate(struct msim_order *order, struct msim_order_thread *thread);

/* True: nothing waits, and the thread that runs is the only one that can go on. */
bool msim_order_is_straight(const struct msim_order *order);

/* If so: runs records up to `end` or to the next one of the kind MSIM_ORDER_TASKS, and returns
 * where that is.  The first record is of another kind. */
const uint64_t *msim_order_straight(struct msim_order *order, const uint64_t *words,
                                    const uint64_t *end);

/* Runs what can be run now. */
void msim_order_go(struct msim_order *order);
