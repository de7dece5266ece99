/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A scheduler's queue: operations that have entered and not started.
 *
 * An operation that starts in the cycle after it entered leaves at once and takes no place. The
 * place of another one is free in the cycle in which it starts.
 *
 * How many start in each of the next MSIM_QUEUE_NEAR cycles is counted in a ring; the times of
 * those that start later are in a heap. What is asked for comes in the order of time.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MSIM_QUEUE_MAX = 512, MSIM_QUEUE_NEAR = 512 };

struct msim_queue {
    uint16_t starts[MSIM_QUEUE_NEAR]; /* in each cycle after `now`, at the cycle modulo the size */
    uint64_t now;                     /* what starts until then has left */
    uint32_t used, most;
    uint32_t far;                   /* of `used`, those in the heap */
    uint64_t later[MSIM_QUEUE_MAX]; /* the heap: the earliest first */
};

/* Those that start until `time` leave. */
void msim_queue_pass(struct msim_queue *queue, uint64_t time);

/* When there are more places, or all: later than now. */
uint64_t msim_queue_wait(struct msim_queue *queue, uint32_t places);

/* Adds an operation that starts then, when there may be no place for it in the ring, or at all. If
 * the queue is full, as an instruction has more operations than it has places, the first to start
 * leaves. */
void msim_queue_add_slowly(struct msim_queue *queue, uint64_t start);

/* When there are so many places, or all, at `time` or later. */
static inline uint64_t msim_queue_room(struct msim_queue *queue, uint64_t time, uint32_t places)
{
    if (queue->now < time)
        msim_queue_pass(queue, time);
    return queue->used + places <= queue->most ? time : msim_queue_wait(queue, places);
}

/* Adds an operation that starts then; of an instruction that entered so that it could start at
 * `first`, later than the room that was found for it. If it does start then, nothing is added. */
static inline void msim_queue_add(struct msim_queue *queue, uint64_t first, uint64_t start)
{
    bool waits = start > first; /* added as a number, as nothing foretells it */
    if (__builtin_expect(start > queue->now + MSIM_QUEUE_NEAR || queue->used == queue->most, 0)) {
        if (waits)
            msim_queue_add_slowly(queue, start);
        return;
    }
    queue->used += waits;
    queue->starts[start % MSIM_QUEUE_NEAR] += waits;
}
