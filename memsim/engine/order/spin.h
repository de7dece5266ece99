/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Loops that pause, or let others run, until another thread writes what they read.
 *
 * A thread that goes round such a loop when Valgrind lets others run waits for one of them, though
 * nothing says so.  When it runs again, what it does comes after the last store of the others to what
 * the loop reads; if there is none, after all that they did, because the loop has read what it read
 * before.  Two rounds of the loop are needed to recognise it.
 *
 * A thread that says that it lets others run, by a system call, need be in no loop.  What it does when it runs again comes
 * after the last store of the others to what it read shortly before the call, if there is one.
 *
 * Cost: when such a thread runs again, one look at each record that waits and came in between.
 */
#ifndef MSIM_ENGINE_ORDER_SPIN_H
#define MSIM_ENGINE_ORDER_SPIN_H

#include "state.h"

enum { MSIM_ORDER_SPIN_LOADS = 16 };

struct msim_order_spin {
    uint64_t slice;      /* the first after its own */
    uint32_t used, next; /* the one that is replaced next, modulo their number */
    struct {
        uint64_t first, last;
    } load[MSIM_ORDER_SPIN_LOADS];
};

/* The thread's newest records are those from `words` to `end`, of a run of so many words: is it in such a loop? */
void msim_order_spin_look(struct msim_order *order, struct msim_order_thread *thread,
                          const uint64_t *words, const uint64_t *end, uint64_t all);

/* The thread lets others run, after its newest records. */
void msim_order_spin_yield(struct msim_order *order, struct msim_order_thread *thread,
                           const uint64_t *words, const uint64_t *end);

/* Others run from now on, or, second, this one does again. */
void msim_order_spin_leave(struct msim_order *order, struct msim_order_thread *thread);
void msim_order_spin_return(struct msim_order *order, struct msim_order_thread *thread);

#endif
