/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of queue.h. */
#include "queue.h"

#include "stream/stream.h"

static struct msim_order_block *get_block(struct msim_order_blocks *blocks)
{
    struct msim_order_block *block = blocks->unused;
    if (block)
        blocks->unused = block->next;
    else
        block = msim_get(blocks->mem, sizeof *block, 64);
    block->next = NULL;
    block->end = block->words + MSIM_ORDER_BEFORE;
    return block;
}

static size_t left_in(const struct msim_order_block *block)
{
    return (size_t)(block->words + MSIM_ORDER_BEFORE + MSIM_ORDER_BLOCK - block->end);
}

size_t msim_order_queue_room(struct msim_order_blocks *blocks, struct msim_order_queue *queue)
{
    if (queue->last && left_in(queue->last) > MSIM_WORDS_MAX)
        return left_in(queue->last);
    struct msim_order_block *block = get_block(blocks);
    if (queue->last) {
        queue->last->next = block;
    } else {
        queue->first = block;
        queue->next = block->end;
    }
    queue->last = block;
    return MSIM_ORDER_BLOCK;
}

void msim_order_queue_put(struct msim_order_queue *queue, const uint64_t *restrict words,
                          size_t count)
{
    uint64_t *restrict to = queue->last->end;
    for (size_t i = 0; i < count; i++)
        to[i] = words[i];
    queue->last->end += count;
    queue->put += count;
}

void msim_order_queue_take(struct msim_order_blocks *blocks, struct msim_order_queue *queue,
                           const uint64_t *to)
{
    struct msim_order_block *block = queue->first;
    size_t count = (size_t)(to - queue->next);
    queue->taken += count;
    queue->next += count;
    if (to != block->end)
        return;
    queue->first = block->next;
    queue->next = block->next ? block->next->words + MSIM_ORDER_BEFORE : NULL;
    if (!queue->first)
        queue->last = NULL;
    block->next = blocks->unused;
    blocks->unused = block;
}
