/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set-associative array with LRU replacement: a cache level, or a TLB with a page for a line.
 *
 * It holds block numbers (address / line size).  Every slot carries the time of its last use; a hit
 * writes one number, and only a miss looks for the oldest slot of the set.  So whoever knows the slot
 * of a block (see port.h) records a hit with a single store.
 *
 *     slot = set * ways + way        tag[slot]     block held, MSIM_NO_BLOCK if empty
 *                                    stamp[slot]   time of last use, 0 if empty
 *
 * Invariants: a block is in at most one slot, and that slot is in its set; stamps of one set differ,
 * empties apart.  The set of a block is block mod sets, whether or not sets is a power of two.
 *
 * Cost: lookup and replacement scan the set up to MSIM_SCAN_WAYS ways; above that (full associativity)
 * a hash finds the block and a heap ordered by possibly outdated stamps finds the oldest slot
 * (assoc.h), so 131,072 ways cost little more than 16.
 */
#ifndef MSIM_ENGINE_ARRAY_H
#define MSIM_ENGINE_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "../stream/mem.h"

#define MSIM_NO_BLOCK (~UINT64_C(0))

enum { MSIM_NO_SLOT = -1, MSIM_SCAN_WAYS = 32 };

struct msim_assoc;

struct msim_array {
    uint64_t *tag;
    uint64_t *stamp;
    uint64_t sets;
    uint64_t mask; /* sets - 1 where sets is a power of two, else 0 */
    uint32_t ways;
    unsigned shift; /* address to block */
    struct msim_assoc *assoc; /* NULL: scan */
};

void msim_array_init(struct msim_array *array, const struct msim_mem *mem, uint64_t sets,
                     uint32_t ways, unsigned shift);

/* The slot that holds `block`, or MSIM_NO_SLOT. */
int64_t msim_array_find(const struct msim_array *array, uint64_t block);

/* Puts `block`, which is not in the array, in the place of its set's oldest; returns the slot.  What
 * was there is in `evicted`, MSIM_NO_BLOCK if nothing was.  The caller sets the stamp. */
int64_t msim_array_fill(struct msim_array *array, uint64_t block, uint64_t *evicted);

/* References `block` at time `now`: true if it missed.  For levels without a port in front. */
bool msim_array_touch(struct msim_array *array, uint64_t block, uint64_t now);

static inline uint64_t msim_array_set(const struct msim_array *array, uint64_t block)
{
    return array->mask || array->sets == 1 ? block & array->mask : block % array->sets;
}

/* Asks for the memory that a later touch of `block` reads. */
static inline void msim_array_prefetch(const struct msim_array *array, uint64_t block)
{
    const uint64_t *set = array->tag + msim_array_set(array, block) * array->ways;
    __builtin_prefetch(set);
    __builtin_prefetch(set + 8);
}

#endif
