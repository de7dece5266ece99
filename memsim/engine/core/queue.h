/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scheduler's queue: operations that have entered and not started.  It is a heap of the times at which
 * they start.
 *
 * An operation that starts as soon as it can leaves at once and takes no place.
 */
#ifndef MSIM_ENGINE_CORE_QUEUE_H
#define MSIM_ENGINE_CORE_QUEUE_H

#include <stdint.h>

enum { MSIM_QUEUE_MAX = 512 };

struct msim_queue {
    uint64_t start[MSIM_QUEUE_MAX]; /* a heap: the earliest first */
    uint32_t used, most;
};

/* When there is room, at `time` or later. */
uint64_t msim_queue_room(struct msim_queue *queue, uint64_t time);

/* Adds an operation that starts then; there is room. */
void msim_queue_add(struct msim_queue *queue, uint64_t start);

#endif
