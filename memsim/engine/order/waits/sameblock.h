/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps events about the same block, or about what all threads share, in the order of the stream:
 * an observer of the heap must not see one thread free a block before another one got it.  The same
 * holds for threads that are at the same place in memory, one after another: a library gives the
 * stack of a thread that has ended to a new one.
 *
 * A place is the position of the last such event in a thread's records.  It matters only while that
 * event waits.
 *
 * Cost: a hash by the addresses of waiting events; O(1) per event.
 */
#pragma once

#include "gates.h"
#include "stream/event.h"

struct msim_order_place {
    uint64_t key; /* an address, or the thread pointer of a thread; 0: free */
    const struct msim_order_thread *thread;
    uint64_t position; /* the position after the event */
};

struct msim_order_places {
    const struct msim_mem *mem;
    struct msim_order_place *place, *spare; /* of the same size; NULL: none yet */
    uint64_t size, used;
    struct msim_order_place shared; /* of the last event about the parts of all threads */
};

void msim_order_places_init(struct msim_order_places *places, const struct msim_mem *mem);

/* Call before the event is queued: adds gates for the events that it comes after. */
void msim_order_places_gates(struct msim_order_places *places, struct msim_order_gates *gates,
                             struct msim_order_thread *thread, const uint64_t *record);

/* Call after it: remembers its place. */
void msim_order_places_note(struct msim_order_places *places,
                            const struct msim_order_thread *thread, const uint64_t *record);

/* The thread begins at this place in memory, where others may have been; or it has ended there, and
 * that event is queued. */
void msim_order_places_begin(const struct msim_order_places *places, struct msim_order_gates *gates,
                             struct msim_order_thread *thread, uint64_t pointer);
void msim_order_places_end(struct msim_order_places *places, const struct msim_order_thread *thread,
                           uint64_t pointer);
