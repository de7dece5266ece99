/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order in which Valgrind ran the waiting records, by thread.
 *
 * A slice is a run of one thread's records without any of another's in between.  Slices are
 * numbered; those that have been run are forgotten, from the oldest on.
 *
 * Cost: 24 bytes per slice.
 */
#ifndef MSIM_ENGINE_ORDER_SLICES_H
#define MSIM_ENGINE_ORDER_SLICES_H

#include "threads.h"

struct msim_order_slice {
    struct msim_order_thread *thread;
    uint64_t begin, end; /* positions */
};

struct msim_order_slices {
    const struct msim_mem *mem;
    struct msim_order_slice *slice;
    uint64_t room;         /* a power of two; slice n is at n modulo it */
    uint64_t oldest, next; /* the next one to be added */
    bool sealed;           /* no more is added to the newest slice */
};

void msim_order_slices_init(struct msim_order_slices *slices, const struct msim_mem *mem);

/* The records queued last are this thread's, from `begin` to the end of its queue. */
void msim_order_slices_add(struct msim_order_slices *slices, struct msim_order_thread *thread,
                           uint64_t begin);

/* Ends the newest slice; returns the number of the one that the next record begins. */
uint64_t msim_order_slices_seal(struct msim_order_slices *slices);

/* The oldest slice with waiting records, if its number is below `before`; else NULL. */
const struct msim_order_slice *msim_order_slices_oldest(struct msim_order_slices *slices,
                                                        uint64_t before);

static inline const struct msim_order_slice *
msim_order_slice_at(const struct msim_order_slices *slices, uint64_t number)
{
    return &slices->slice[number & (slices->room - 1)];
}

#endif
