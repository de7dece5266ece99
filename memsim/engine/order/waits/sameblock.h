/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Events about the same block, or of what all threads share, in the order of the stream: an observer of the heap must
 * not see a block freed by one thread before another one got it.  And threads that are at the same place in memory, one
 * after another: a library gives the stack of a thread that has ended to a new one.
 *
 * A place is where the last such event is in a thread's records.  It matters only as long as that waits.
 *
 * Cost: a hash of the addresses of which events wait; an event is O(1).
 */
#ifndef MSIM_ENGINE_ORDER_SAMEBLOCK_H
#define MSIM_ENGINE_ORDER_SAMEBLOCK_H

#include "gates.h"
#include "stream/event.h"

struct msim_order_place {
    uint64_t key; /* an address, or what a thread is at; 0: none */
    const struct msim_order_thread *thread;
    uint64_t position; /* after the event */
};

struct msim_order_places {
    const struct msim_mem *mem;
    struct msim_order_place *place, *spare; /* of the same size; NULL: none yet */
    uint64_t size, used;
    struct msim_order_place shared; /* of the last event of all threads' parts */
};

void msim_order_places_init(struct msim_order_places *places, const struct msim_mem *mem);

/* Before the event is put into the thread's queue: it waits for those that it comes after. */
void msim_order_places_gates(struct msim_order_places *places, struct msim_order_gates *gates,
                             struct msim_order_thread *thread, const uint64_t *record);

/* And after. */
void msim_order_places_note(struct msim_order_places *places,
                            const struct msim_order_thread *thread, const uint64_t *record);

/* The thread begins to be at this place, where others may have been; or it has ended there, and its queue has that. */
void msim_order_places_begin(const struct msim_order_places *places, struct msim_order_gates *gates,
                             struct msim_order_thread *thread, uint64_t pointer);
void msim_order_places_end(struct msim_order_places *places, const struct msim_order_thread *thread,
                           uint64_t pointer);

#endif
