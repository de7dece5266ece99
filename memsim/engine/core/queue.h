/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scheduler's queue: operations that have entered and not started. It is a heap of the times at
 * which they start.
 *
 * An operation that starts in the cycle after it entered leaves at once and takes no place. The
 * place of another one is free in the cycle in which it starts.
 */
#pragma once

#include <stdint.h>

enum { MSIM_QUEUE_MAX = 512 };

struct msim_queue {
    uint64_t start[MSIM_QUEUE_MAX]; /* a heap: the earliest first */
    uint32_t used, most;
};

/* When there are so many places, or all, at `time` or later. */
uint64_t msim_queue_room(struct msim_queue *queue, uint64_t time, uint32_t places);

/* Adds an operation that starts then. If the queue is full, as an instruction has more operations
 * than it has places, the first to start leaves. */
void msim_queue_add(struct msim_queue *queue, uint64_t start);
