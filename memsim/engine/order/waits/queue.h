/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The waiting records of a thread, in blocks from a store that all threads share.
 *
 * Positions count the words that were ever put into the queue, or taken from it.
 *
 * Invariants: a record is whole in one block, and a queue in which nothing waits has no block.  The
 * two words before the first record may be overwritten.
 */
#pragma once

#include <stdbool.h>

#include "stream/mem.h"

enum { MSIM_ORDER_BLOCK = 4094, MSIM_ORDER_BEFORE = 2 };

struct msim_order_block {
    struct msim_order_block *next;
    uint64_t *end; /* of its records */
    uint64_t words[MSIM_ORDER_BEFORE + MSIM_ORDER_BLOCK];
};

/* The store of unused blocks. */
struct msim_order_blocks {
    const struct msim_mem *mem;
    struct msim_order_block *unused;
};

struct msim_order_queue {
    struct msim_order_block *first, *last;
    uint64_t *next;      /* in the first */
    uint64_t taken, put; /* positions */
};

static inline bool msim_order_queue_is_empty(const struct msim_order_queue *queue)
{
    return queue->taken == queue->put;
}

/* Returns how many words can be put at once: at least those of one record. */
size_t msim_order_queue_room(struct msim_order_blocks *blocks, struct msim_order_queue *queue);

/* Whole records, no more than there is room for. */
void msim_order_queue_put(struct msim_order_queue *queue, const uint64_t *restrict words,
                          size_t count);

/* Removes the words from `next` to `to`, which is in the first block or at its end. */
void msim_order_queue_take(struct msim_order_blocks *blocks, struct msim_order_queue *queue,
                           const uint64_t *to);
