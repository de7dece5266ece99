/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Gates: a thread's records from a place on are run only after records of other threads.
 *
 * A gate names one thread and its position, or everything that came before it in the stream.  It always
 * asks for something that came before it: so the first record in the stream of those that wait is never
 * behind a shut gate, and all are run in the end, whatever the stream is.
 *
 * A thread that comes to a shut gate is put on the list of one thread that it waits for.  A thread's
 * turn ends where that makes another one go on.
 *
 * Cost: 40 bytes per gate; coming to one is O(1), except for one that asks for everything, which is
 * O(slices).
 */
#ifndef MSIM_ENGINE_ORDER_GATES_H
#define MSIM_ENGINE_ORDER_GATES_H

#include "slices.h"

struct msim_order_gate {
    struct msim_order_gate *next;
    uint64_t at; /* the thread's position */
    bool wakes;  /* before it, the thread waited in the kernel, or did not exist */
    const struct msim_order_thread *other; /* NULL: everything before this slice: */
    uint64_t position;
};

struct msim_order_gates {
    const struct msim_mem *mem;
    struct msim_order_slices *slices;
    struct msim_order_gate *unused;
};

/* What the thread is yet to get is run after all that the other has got. */
void msim_order_gate_after(struct msim_order_gates *gates, struct msim_order_thread *thread,
                           const struct msim_order_thread *other, uint64_t position, bool wakes);

/* The same after all that anybody has got. */
void msim_order_gate_after_all(struct msim_order_gates *gates, struct msim_order_thread *thread,
                               bool wakes);

/* Does the thread come through the gates where it is?  If not, it waits for somebody.  `once`: one that wakes it
 * is the last: when others are looked at is when its core comes to it. */
bool msim_order_gates_pass(struct msim_order_gates *gates, struct msim_order_thread *thread,
                           bool once);

/* Is there a gate where the thread is? */
static inline bool msim_order_gates_here(const struct msim_order_thread *thread)
{
    return thread->gates && thread->gates->at <= thread->queue.taken;
}

/* The threads that wait for this one to be where it is now, in the order of their numbers. */
struct msim_order_thread *msim_order_gates_waiters(struct msim_order_thread *thread);

#endif
