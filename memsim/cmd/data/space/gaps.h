/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stays in malloc's heap when a layout takes blocks out of it, into pools: it moves together,
 * because malloc would have cut the next block from where the one that has left was cut.
 *
 *     before   | A | pooled | B | pooled | C |     A block is new if it begins at or above all
 *     after    | A | B | C |                       earlier ones: malloc took it from the end.
 *
 * Only new blocks leave a gap, so what an address becomes is known when it is first used, and never
 * changes.  Another block that gets the memory of a gap later (the pooled one was freed) goes
 * aside, where nothing else is; of memory that was used before, malloc might have given it any.
 *
 * A heap grows from its first block on, each new block close to the others (STEP); each of malloc's
 * arenas is one.  Blocks with pages of their own are in none.
 *
 * Cost: a comparison for each reference to other data; where there are gaps, a binary search among
 * them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Starts zeroed. */
struct msim_gaps {
    struct msim_gaps_heap {
        uint64_t low, high; /* from the first block's header to the end of the last block */
        struct msim_gap {
            uint64_t start, end;
            uint64_t bytes; /* of all gaps of the heap up to this one */
        } * gap;            /* by address */
        size_t gaps;
    } * heap;
    size_t heaps;
    uint64_t low, high; /* what may move; equal: nothing */
};

/* A block was allocated that has a header; it `leaves` for a pool, or stays. */
void msim_gaps_block(struct msim_gaps *gaps, uint64_t address, uint64_t bytes, bool leaves);

uint64_t msim_gaps_look_up(const struct msim_gaps *gaps, uint64_t address);

/* Where data is that no rule moves. */
static inline uint64_t msim_gaps_at(const struct msim_gaps *gaps, uint64_t address)
{
    return address - gaps->low < gaps->high - gaps->low ? msim_gaps_look_up(gaps, address)
                                                        : address;
}

void msim_gaps_free(struct msim_gaps *gaps);
