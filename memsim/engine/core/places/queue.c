/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ring and the heap of queue.h. */
#include "queue.h"

static void remove_first(struct msim_queue *queue)
{
    uint64_t moved = queue->later[--queue->far];
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < queue->far) {
        if (child + 1 < queue->far && queue->later[child + 1] < queue->later[child])
            child++;
        if (queue->later[child] >= moved)
            break;
        queue->later[at] = queue->later[child];
        at = child;
    }
    queue->later[at] = moved;
}

static void add_far(struct msim_queue *queue, uint64_t start)
{
    uint32_t at = queue->far++;
    while (at && queue->later[(at - 1) / 2] > start) {
        queue->later[at] = queue->later[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->later[at] = start;
}

/* A cycle passes, or more, if nothing starts in them, up to `most`. */
static void pass_some(struct msim_queue *queue, uint64_t most)
{
    if (queue->used > queue->far) {
        queue->now++;
    } else {
        uint64_t first = queue->far ? queue->later[0] : most;
        queue->now = first < most ? first : most;
    }
    uint16_t *starts = &queue->starts[queue->now % MSIM_QUEUE_NEAR];
    queue->used -= *starts;
    *starts = 0;
    for (; queue->far && queue->later[0] <= queue->now + MSIM_QUEUE_NEAR; remove_first(queue))
        if (queue->later[0] > queue->now)
            queue->starts[queue->later[0] % MSIM_QUEUE_NEAR]++;
        else
            queue->used--;
}

void msim_queue_pass(struct msim_queue *queue, uint64_t time)
{
    while (queue->now < time)
        pass_some(queue, time);
}

uint64_t msim_queue_wait(struct msim_queue *queue, uint32_t places)
{
    while (queue->used && queue->used + places > queue->most)
        pass_some(queue, UINT64_MAX);
    return queue->now;
}

/* The first to start leaves, if it starts before `start`; false: it does not. */
static bool leave(struct msim_queue *queue, uint64_t start)
{
    uint64_t first = queue->now + 1;
    if (queue->used == queue->far) {
        if (start <= queue->later[0])
            return false;
        remove_first(queue);
    } else {
        while (!queue->starts[first % MSIM_QUEUE_NEAR])
            first++;
        if (start <= first)
            return false;
        queue->starts[first % MSIM_QUEUE_NEAR]--;
    }
    queue->used--;
    return true;
}

void msim_queue_add_slowly(struct msim_queue *queue, uint64_t start)
{
    if (queue->used == queue->most && !leave(queue, start))
        return;
    queue->used++;
    if (start > queue->now + MSIM_QUEUE_NEAR)
        add_far(queue, start);
    else
        queue->starts[start % MSIM_QUEUE_NEAR]++;
}
