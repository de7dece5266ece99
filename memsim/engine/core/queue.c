/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heap of queue.h. */
#include "queue.h"

static void remove_first(struct msim_queue *queue)
{
    uint64_t moved = queue->start[--queue->used];
    uint32_t at = 0, child;
    while ((child = 2 * at + 1) < queue->used) {
        if (child + 1 < queue->used && queue->start[child + 1] < queue->start[child])
            child++;
        if (queue->start[child] >= moved)
            break;
        queue->start[at] = queue->start[child];
        at = child;
    }
    queue->start[at] = moved;
}

uint64_t msim_queue_room(struct msim_queue *queue, uint64_t time, uint32_t places)
{
    while (queue->used && queue->start[0] <= time)
        remove_first(queue);
    while (queue->used && queue->used + places > queue->most) {
        time = queue->start[0];
        remove_first(queue);
    }
    return time;
}

void msim_queue_add(struct msim_queue *queue, uint64_t start)
{
    if (queue->used == queue->most) {
        if (start <= queue->start[0])
            return;
        remove_first(queue);
    }
    uint32_t at = queue->used++;
    while (at && queue->start[(at - 1) / 2] > start) {
        queue->start[at] = queue->start[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    queue->start[at] = start;
}
