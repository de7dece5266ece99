/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LRU stacks: caches of one line size and one number of sets, of all wanted numbers of ways at once.
 *
 * Model (Mattson's): per set the blocks in order of use, the latest first.  A block found at depth d,
 * counted from 0, hits every cache with more than d ways and misses the others; then it moves to the
 * front.  What is counted is the bin: how many of the wanted numbers of ways are at most d.  Bin 0 hits
 * them all; so the misses of the i-th wanted number are the sum of the bins above i.
 *
 *     set s:   tags[s * width .. + width - 1]   tag = (block >> shift) + 1, 0 if empty
 *
 * sets = odd << shift, so blocks of one set differ in their tags.  `width` is the largest wanted number
 * of ways rounded up to 1, 2, 4, 8 or 16; below that begins the deep part (deep.h).  Tags have one of
 * three widths.  Short ones, of 16 bits, are numbers of regions (regions.h); they are used where a power
 * of two of sets spans a region and no deep part is wanted, until the numbers run out.  Others have 32
 * bits until one comes that does not fit; then all of the stack's are copied to 64 bits, which are
 * searched without vectors.
 *
 * Invariants: tags of a set differ, empties apart, which stand last.
 *
 * Cost: 25 (short tags) to 45 instructions a block, none of them a branch that depends on the data, so
 * that blocks of one batch overlap; 2 to 4 ns measured.  A block at depth 0 of n sets is at depth 0 of every multiple of n sets: the
 * batch that is left has not these blocks.
 */
#ifndef MSIM_ENGINE_SWEEP_LRU_H
#define MSIM_ENGINE_SWEEP_LRU_H

#include <stdbool.h>
#include <stdint.h>

#include "deep.h"
#include "engine/caches/scan.h"

/* A block that is referenced, for stacks of short tags with its region's number in the upper 16 bits; its
 * bin is counted at counts[column + bin]. */
struct msim_touch {
    uint64_t block;
    uint64_t *counts;
};

struct msim_lru {
    uint64_t sets, mask; /* mask: sets - 1 where sets is a power of two, else 0 */
    uint64_t inverse;    /* 2^64 / sets */
    unsigned shift;
    uint32_t width;
    uint16_t *brief; /* short tags; NULL: others are used */
    uint32_t *tags;  /* NULL: the wide ones are used */
    uint64_t *wide;
    struct msim_deep *deep; /* NULL: no number of ways above MSIM_SCAN_FRONT_MAX is wanted */
    const struct msim_mem *mem;
    uint32_t column;
    uint32_t wanted_used, near_used;              /* all wanted; those that need no deep part */
    uint32_t *wanted;                             /* numbers of ways, ascending */
    uint8_t bin[MSIM_SCAN_FRONT_MAX + 1];         /* by depth */
    uint32_t bin_column[MSIM_SCAN_FRONT_MAX + 1]; /* column + bin */
};

enum { MSIM_REGION_AT = 48 };

/* `wanted`: numbers of ways, strictly ascending; `brief`: with short tags. */
void msim_lru_init(struct msim_lru *lru, const struct msim_mem *mem, uint64_t sets,
                   const uint32_t *wanted, uint32_t wanted_used, uint32_t column, bool brief);

/* No more short tags: `region` has the regions by their numbers, which are blocks >> shift. */
void msim_lru_no_brief(struct msim_lru *lru, const uint64_t *region, unsigned shift);

/* How many bytes such a stack needs at most, while its tags have 32 bits or fewer. */
uint64_t msim_lru_bytes(uint64_t sets, uint32_t largest, uint32_t wanted_used);

/* How many columns: one for every bin. */
static inline uint32_t msim_lru_columns(const struct msim_lru *lru)
{
    return lru->wanted_used + 1;
}

/* References the blocks in order and counts their bins.  Those not at depth 0 come to the front of
 * `touch`, in order; how many there are is returned.  Memory of `next` (or NULL) is prefetched.  No
 * block has a bit that `largest` has not. */
uint32_t msim_lru_run(struct msim_lru *lru, struct msim_touch *touch, uint32_t used,
                      const struct msim_lru *next, uint64_t largest);

/* Asks for the memory that referencing `block` needs. */
void msim_lru_prefetch(const struct msim_lru *lru, const struct msim_touch *touch, uint32_t used);

#endif
