/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LRU stacks: caches with one line size and one number of sets, for all wanted numbers of ways at
 * once.
 *
 * Model (Mattson's): the blocks of each set in order of use, most recent first.  A block found at
 * depth d, counted from 0, hits every cache with more than d ways and misses the others; then it
 * moves to the front.  The bin of d is counted: how many of the wanted numbers of ways are at most
 * d.  Bin 0 hits in all of them, so the misses of the i-th wanted number are the sum of the bins
 * above i.
 *
 *     set s:   tags[s * width .. + width - 1]   tag = (block >> shift) + 1; 0: empty
 *
 * sets = odd << shift, so the blocks of a set have different tags.  `width` is the largest wanted
 * number of ways, rounded up to 1, 2, 4, 8 or 16; after the first 16 ways the deep part begins
 * (deep.h).  Tags have one of three widths.  Short tags, of 16 bits, are numbers of regions
 * (regions.h); they are used if the number of sets is a power of two that spans a region and no
 * deep part is wanted, until the numbers run out.  Other tags have 32 bits until one does not fit.
 * Then all tags of the stack are copied to 64 bits, which are searched without vectors.
 *
 * Invariants: the tags of a set differ, except those of empty ways, which come last.
 *
 * Cost: 25 (short tags) to 45 instructions per block, without branches that depend on the data, so
 * that the blocks of a batch overlap: 2 to 4 ns measured.  A block at depth 0 among n sets is at
 * depth 0 among every multiple of n sets, so it is removed from the batch.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "deep.h"
#include "engine/arrays/scan.h"

/* A referenced block, with its region's number in the upper 16 bits for stacks with short tags.
 * Its bin is counted at counts[column + bin]. */
struct msim_touch {
    uint64_t block;
    uint64_t *counts;
};

struct msim_lru {
    uint64_t sets, mask; /* mask: sets - 1 where sets is a power of two, else 0 */
    uint64_t inverse;    /* 2^64 / sets */
    unsigned shift;
    uint32_t width;
    uint16_t *brief; /* short tags; NULL: others are in use */
    uint32_t *tags;  /* NULL: `brief` or `wide` is in use */
    uint64_t *wide;
    struct msim_deep *deep; /* NULL: at most MSIM_SCAN_FRONT_MAX ways are wanted */
    const struct msim_mem *mem;
    uint32_t column;
    uint32_t wanted_used, near_used;              /* all; those that need no deep part */
    uint32_t *wanted;                             /* numbers of ways, ascending */
    uint8_t bin[MSIM_SCAN_FRONT_MAX + 1];         /* by depth */
    uint32_t bin_column[MSIM_SCAN_FRONT_MAX + 1]; /* column + bin */
};

enum { MSIM_REGION_AT = 48 };

/* `wanted`: numbers of ways, strictly ascending.  `brief`: uses short tags. */
void msim_lru_init(struct msim_lru *lru, const struct msim_mem *mem, uint64_t sets,
                   const uint32_t *wanted, uint32_t wanted_used, uint32_t column, bool brief);

/* Removes all blocks. */
void msim_lru_empty(struct msim_lru *lru);

/* Replaces short tags by full ones.  `region`: the regions by number; a region is a block >>
 * shift. */
void msim_lru_no_brief(struct msim_lru *lru, const uint64_t *region, unsigned shift);

/* Bytes that such a stack needs at most while its tags have 32 bits or less. */
uint64_t msim_lru_bytes(uint64_t sets, uint32_t largest, uint32_t wanted_used);

/* Number of columns: one per bin. */
static inline uint32_t msim_lru_columns(const struct msim_lru *lru)
{
    return lru->wanted_used + 1;
}

/* References the blocks in order and counts their bins.  Moves those that were not at depth 0 to
 * the front of `touch`, in order, and returns their number.  Prefetches memory of `next` (or NULL).
 * `largest` has at least the bits that any block has. */
uint32_t msim_lru_run(struct msim_lru *lru, struct msim_touch *touch, uint32_t used,
                      const struct msim_lru *next, uint64_t largest);

/* Prefetches the memory that referencing these blocks needs. */
void msim_lru_prefetch(const struct msim_lru *lru, const struct msim_touch *touch, uint32_t used);
