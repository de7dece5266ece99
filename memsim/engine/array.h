/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set-associative array with LRU replacement: a cache level, or a TLB with a page for a line.
 *
 * It holds block numbers (address / line size).  Every slot carries the time of its last use; a hit
 * writes one number, and only a miss looks for the oldest slot of the set.  So whoever knows the slot
 * of a block (see port.h) records a hit with a single store.
 *
 *     slot = set * stride + way      tag[slot]     block + 1, 0 if empty
 *                                    low[slot]     the low half of tag[slot]
 *                                    stamp[slot]   time of last use, 0 if empty
 *
 * A set is searched by the low halves, four at a time; where one is equal the whole tag decides.
 * `stride` is the number of ways rounded up to four; the slots beyond the ways are never used.  All
 * arrays start as zeros, so memory is only touched for sets that the program uses.
 *
 * Invariants: a block is in at most one slot, and that slot is in its set; stamps of one set differ,
 * empties apart.  The set of a block is block mod sets, whether or not sets is a power of two.
 *
 * Cost: a search of 16 ways is about 20 instructions, a replacement about 50.  Above MSIM_SCAN_WAYS
 * ways (full associativity) a hash finds the block and a heap ordered by possibly outdated stamps
 * finds the oldest slot (assoc.h), so 131,072 ways cost little more than 16.
 */
#ifndef MSIM_ENGINE_ARRAY_H
#define MSIM_ENGINE_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "../stream/mem.h"
#include "assoc.h"
#include "scan.h"

#define MSIM_NO_BLOCK (~UINT64_C(0))

enum { MSIM_NO_SLOT = -1, MSIM_SCAN_WAYS = 32 };

struct msim_array {
    uint64_t *tag;
    uint64_t *stamp;
    uint32_t *low;
    uint64_t sets;
    uint64_t mask; /* sets - 1 where sets is a power of two, else 0 */
    uint32_t ways, stride;
    unsigned shift;           /* address to block */
    struct msim_assoc *assoc; /* NULL: scan */
};

/* How many slots an array has. */
uint64_t msim_array_room(uint64_t sets, uint32_t ways);

/* `stamp` is zeroed memory for msim_array_room stamps, or NULL: the array gets its own. */
void msim_array_init(struct msim_array *array, const struct msim_mem *mem, uint64_t sets,
                     uint32_t ways, unsigned shift, uint64_t *stamp);

static inline uint64_t msim_array_slots(const struct msim_array *array)
{
    return array->sets * array->stride;
}

/* The first slot of the set that `block` belongs to. */
static inline uint64_t msim_array_set(const struct msim_array *array, uint64_t block)
{
    bool masked = array->mask || array->sets == 1;
    return (masked ? block & array->mask : block % array->sets) * array->stride;
}

/* The slot that holds `block`, or MSIM_NO_SLOT. */
static inline int64_t msim_array_find(const struct msim_array *array, uint64_t block)
{
    if (array->assoc)
        return msim_assoc_find(array->assoc, array->tag, block + 1);
    uint64_t set = msim_array_set(array, block);
    uint64_t found = msim_scan_equal(array->low + set, array->stride, (uint32_t)(block + 1));
    for (; found; found &= found - 1) {
        uint64_t slot = set + (uint64_t)__builtin_ctzll(found);
        if (array->tag[slot] == block + 1)
            return (int64_t)slot;
    }
    return MSIM_NO_SLOT;
}

/* Puts `block`, which is not in the array, in the place of its set's oldest; returns the slot.  What
 * was there is in `evicted`, MSIM_NO_BLOCK if nothing was.  The caller sets the stamp. */
static inline int64_t msim_array_fill(struct msim_array *array, uint64_t block, uint64_t *evicted)
{
    uint64_t set = msim_array_set(array, block), slot;
    if (array->assoc)
        slot = msim_assoc_oldest(array->assoc, array->stamp, set);
    else
        slot = set + msim_scan_smallest(array->stamp + set, array->ways);
    *evicted = array->tag[slot] - 1;
    if (array->assoc)
        msim_assoc_replace(array->assoc, array->tag, slot, block + 1);
    array->tag[slot] = block + 1;
    array->low[slot] = (uint32_t)(block + 1);
    return (int64_t)slot;
}

/* References `block` at time `now`: true if it missed.  For levels without a port in front. */
static inline bool msim_array_touch(struct msim_array *array, uint64_t block, uint64_t now)
{
    uint64_t evicted;
    int64_t slot = msim_array_find(array, block);
    bool missed = slot == MSIM_NO_SLOT;
    if (missed)
        slot = msim_array_fill(array, block, &evicted);
    array->stamp[slot] = now;
    return missed;
}

/* Asks for the memory that a later touch of `block` reads first. */
static inline void msim_array_prefetch(const struct msim_array *array, uint64_t block)
{
    __builtin_prefetch(array->low + msim_array_set(array, block));
}

#endif
