/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads of the stream, by their numbers; 0 is what runs before the first. */
#ifndef MSIM_ENGINE_ORDER_THREADS_H
#define MSIM_ENGINE_ORDER_THREADS_H

#include "queue.h"

enum { MSIM_ORDER_THREADS_MAX = 1 << 22 };

struct msim_order_thread {
    struct msim_order_queue queue;
    uint32_t number, core;

    /* In the stream, of which more is known than has been run. */
    bool runs;        /* it neither waits nor has ended: more of it may come at any time */
    bool ended;       /* it has, but is still the last that ran */
    bool calls;       /* it waits in a system call that is not known to wait for another thread */
    uint64_t pointer; /* its thread-local variables are next to this address; 0: not known */
    struct msim_order_gate *gates, *last_gate; /* gates.h: in the order of their places */

    /* On its core. */
    bool listed;                            /* it is one of its core's threads (cores.h) */
    struct msim_order_thread *next_on_core; /* then the next of them */
    bool shut;                              /* it waits at a gate, */
    uint64_t opens;                         /* until another thread has come to this position, */
    struct msim_order_thread *next_waiter;  /* as does this one, which has a higher number */
    struct msim_order_thread *waiters, *last_waiter; /* those that wait for this thread, */
    uint64_t first_wait; /* the first until it has come to this position */

    uint64_t ran;    /* instructions that took time */
    uint64_t paused; /* `ran` at its last pause */

    /* It went round a loop that pauses when another thread began to run (spin.h). */
    struct msim_order_spin *spin; /* NULL: it never did */
    bool spins;
    bool yields; /* it let others run */
};

struct msim_order_threads {
    struct msim_table table;
};

void msim_order_threads_init(struct msim_order_threads *threads, const struct msim_mem *mem);

/* The thread of this number; `made`: nobody asked for it before. */
struct msim_order_thread *msim_order_thread(struct msim_order_threads *threads, uint64_t number,
                                            bool *made);

#endif
