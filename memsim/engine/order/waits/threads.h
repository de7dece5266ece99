/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads of the stream, by number; thread 0 is what runs before the first. */
#pragma once

#include "queue.h"

enum { MSIM_ORDER_THREADS_MAX = 1 << 22 };

struct msim_order_thread {
    struct msim_order_queue queue;
    uint32_t number, core;

    /* What the stream says up to now; what has been run may be far behind. */
    bool runs;        /* it neither waits nor has ended: more of it may come at any time */
    bool ended;       /* it has ended, but is still the last that ran */
    bool calls;       /* it is in a system call whose waker is 0 (arrivals.h) */
    uint64_t pointer; /* its thread-local variables are next to this address; 0: not known */
    struct msim_order_gate *gates, *last_gate; /* gates.h: in the order of their places */

    /* Its place in its core's list. */
    bool listed;                            /* it is in the list (cores.h) */
    struct msim_order_thread *next_on_core; /* the next in the list */
    bool shut;                              /* it waits at a gate, */
    uint64_t opens;                         /* until another thread has come to this position, */
    struct msim_order_thread *next_waiter;  /* waits for the same one; a higher number */
    struct msim_order_thread *waiters, *last_waiter; /* those that wait for this one, */
    uint64_t first_wait; /* and the earliest position that one of them waits for */

    uint64_t ran;               /* instructions that took time */
    uint64_t paused;            /* `ran` at its last pause */
    uint64_t took, paused_took; /* the same in time, for receivers that know it */

    /* It was in a loop that pauses when another thread began to run (spin.h). */
    struct msim_order_spin *spin; /* NULL: it never was */
    bool spins;
    bool yields; /* it let others run */
};

struct msim_order_threads {
    struct msim_table table;
};

void msim_order_threads_init(struct msim_order_threads *threads, const struct msim_mem *mem);

/* The thread of this number.  Sets *made if it is new. */
struct msim_order_thread *msim_order_thread(struct msim_order_threads *threads, uint64_t number,
                                            bool *made);
