/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loops that pause, or let others run, until another thread writes what they read.
 *
 * A thread that is in such a loop when Valgrind lets others run waits for one of them, although no
 * event says so.  When it runs again, what it does comes after the last store of the others to what
 * the loop reads; without such a store, after all that they did, because the loop has read the same
 * values as before.  Two rounds of the loop are needed to recognise it.
 *
 * A thread that lets others run by a system call (a yield) need not be in a loop.  What it does
 * when it runs again comes after the last store of the others to what it read shortly before the
 * call, if there is one.
 *
 * Cost: when such a thread runs again, one look at each waiting record that came in between.
 */
#pragma once

#include "state.h"

enum { MSIM_ORDER_SPIN_LOADS = 16 };

struct msim_order_spin {
    uint64_t batch;      /* the first batch after its own */
    uint32_t used, next; /* the load that is replaced next, modulo their number */
    struct {
        uint64_t first, last;
    } load[MSIM_ORDER_SPIN_LOADS];
};

/* Finds out whether the thread is in such a loop, from its newest records, from `words` to `end`.
 * `all`: the words that it ran since the switch to it. */
void msim_order_spin_look(struct msim_order *order, struct msim_order_thread *thread,
                          const uint64_t *words, const uint64_t *end, uint64_t all);

/* The thread lets others run, after its newest records. */
void msim_order_spin_yield(struct msim_order *order, struct msim_order_thread *thread,
                           const uint64_t *words, const uint64_t *end);

/* Others run from now on; or this thread runs again. */
void msim_order_spin_leave(struct msim_order *order, struct msim_order_thread *thread);
void msim_order_spin_return(struct msim_order *order, struct msim_order_thread *thread);
