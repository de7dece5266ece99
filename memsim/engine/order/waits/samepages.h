/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Keeps events of overlapping mappings in the order of the stream: one thread may unmap what
 * another one maps again.  Mappings beside each other need not wait for each other.
 *
 * Cost: each event looks at all waiting events of mappings, which are few.
 */
#pragma once

#include "gates.h"
#include "stream/event.h"

struct msim_order_mapping {
    uint64_t first, end; /* addresses; those of MSIM_EVENT_MOVE are two */
    const struct msim_order_thread *thread;
    uint64_t position; /* the position after the event */
};

struct msim_order_mappings {
    const struct msim_mem *mem;
    struct msim_order_mapping *mapping;
    uint64_t used, room;
};

void msim_order_mappings_init(struct msim_order_mappings *mappings, const struct msim_mem *mem);

bool msim_order_is_of_mappings(const uint64_t *record);

/* Call before the event is queued: adds gates for the events that it comes after. */
void msim_order_mappings_gates(struct msim_order_mappings *mappings, struct msim_order_gates *gates,
                               struct msim_order_thread *thread, const uint64_t *record);

/* Call after it: remembers its place. */
void msim_order_mappings_note(struct msim_order_mappings *mappings,
                              const struct msim_order_thread *thread, const uint64_t *record);
