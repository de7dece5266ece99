/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Gates: a thread's records from a place on are run only after records of other threads.
 *
 * A gate names one thread and its position, or everything that came before it in the stream.  It
 * always names something earlier in the stream.  So of all waiting records, the first one in the
 * stream is never held by a shut gate, and all are run in the end, whatever the stream is.
 *
 * A thread that comes to a shut gate is put on the list of one thread that it waits for.  A
 * thread's slice ends where it opens a gate for another thread.
 *
 * Cost: 40 bytes per gate; passing one is O(1), except for a gate that names everything, which is
 * O(batches).
 */
#pragma once

#include "batches.h"

struct msim_order_gate {
    struct msim_order_gate *next;
    uint64_t at; /* the thread's position */
    bool wakes;  /* before this gate, the thread waited in the kernel, or did not exist */
    const struct msim_order_thread *other; /* NULL: everything before this batch: */
    uint64_t position;
};

struct msim_order_gates {
    const struct msim_mem *mem;
    struct msim_order_batches *batches;
    struct msim_order_gate *unused;
};

/* What is queued for the thread from now on runs after all that is queued for the other one. */
void msim_order_gate_after(struct msim_order_gates *gates, struct msim_order_thread *thread,
                           const struct msim_order_thread *other, uint64_t position, bool wakes);

/* The same after all that is queued for any thread. */
void msim_order_gate_after_all(struct msim_order_gates *gates, struct msim_order_thread *thread,
                               bool wakes);

/* True: the gates at the thread's position are open.  False: it is put on a list to wait.  `once`:
 * looks at gates only until one that follows a wait in the kernel; those after it are looked at
 * when the core comes to the thread. */
bool msim_order_gates_pass(struct msim_order_gates *gates, struct msim_order_thread *thread,
                           bool once);

/* True: there is a gate at the thread's position. */
static inline bool msim_order_gates_here(const struct msim_order_thread *thread)
{
    return thread->gates && thread->gates->at <= thread->queue.taken;
}

/* Takes the threads off the list that waited for this one's present position, in the order of their
 * numbers. */
struct msim_order_thread *msim_order_gates_waiters(struct msim_order_thread *thread);
