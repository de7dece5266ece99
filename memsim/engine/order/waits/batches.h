/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order in which Valgrind ran the waiting records, by thread.
 *
 * A batch is a run of one thread's records without any of another's in between.  Batches are
 * numbered; those that have been run are forgotten, from the oldest on.
 *
 * Cost: 24 bytes per batch.
 */
#pragma once

#include "threads.h"

struct msim_order_batch {
    struct msim_order_thread *thread;
    uint64_t begin, end; /* positions */
};

struct msim_order_batches {
    const struct msim_mem *mem;
    struct msim_order_batch *batch;
    uint64_t room;         /* a power of two; batch n is at n modulo it */
    uint64_t oldest, next; /* the next one to be added */
    bool sealed;           /* no more is added to the newest batch */
};

void msim_order_batches_init(struct msim_order_batches *batches, const struct msim_mem *mem);

/* The records queued last are this thread's, from `begin` to the end of its queue. */
void msim_order_batches_add(struct msim_order_batches *batches, struct msim_order_thread *thread,
                            uint64_t begin);

/* Ends the newest batch; returns the number of the one that the next record begins. */
uint64_t msim_order_batches_seal(struct msim_order_batches *batches);

/* The oldest batch with waiting records, if its number is below `before`; else NULL. */
const struct msim_order_batch *msim_order_batches_oldest(struct msim_order_batches *batches,
                                                         uint64_t before);

static inline const struct msim_order_batch *
msim_order_batch_at(const struct msim_order_batches *batches, uint64_t number)
{
    return &batches->batch[number & (batches->room - 1)];
}
