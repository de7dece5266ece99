/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The allocator's overhead: what it takes in addition to the requested bytes (--heap-admin).  It is
 * a fixed number for each block, or learned from the addresses of blocks.
 *
 * Learning: live blocks never overlap, including what the allocator puts around them.  The distance
 * from a block to the next one above is thus an upper bound of what it takes.  The smallest
 * distance ever seen for a size is what a block of that size takes; that is exact once two adjacent
 * blocks were live at the same time.  Distances are measured when a block is allocated: to the
 * block above it, from the block below it, and from the block allocated just before.  Of each size
 * the first 64 blocks are measured, then every sixteenth.
 *
 * Each size up to 4096 is learned separately.  It starts with what the GNU C library takes: 8 bytes
 * more, rounded up to a multiple of 16, at least 32.  A smaller distance counts at once.  Larger
 * ones may just mean that the neighbours were far away, so they count only after 64 blocks of the
 * size were measured.  Larger sizes share a class with those up to an eighth larger; its overhead
 * is the smallest one seen, and 0 before.  Distances of more than twice the request and 64 bytes
 * are ignored.
 *
 * What is learned applies to live blocks and to those that were live at the peak.  Earlier
 * snapshots keep what was known when they were taken.
 *
 * Cost: O(1) per block.  The starts of live blocks are one bit per 8 bytes, in areas of 2 MB
 * found by a hash: 1/64 of the memory in which blocks ever began.
 */
#pragma once

#include "engine/blocks/blocks.h"
#include "engine/blocks/peaked.h"

enum {
    MSIM_EXACT_SIZES = 4096,
    MSIM_SIZE_CLASSES = MSIM_EXACT_SIZES + 1 + 8 * 37 /* eight for each doubling up to 2^48 */
};

struct msim_size_class {
    struct msim_peaked live;
    uint64_t extra;    /* overhead in bytes, as far as is known */
    uint64_t smallest; /* overhead seen; UINT64_MAX: none */
    uint64_t blocks;   /* ever */
};

/* The addresses in 2 MB at which a block begins. */
struct msim_overhead_area {
    uint64_t number;
    uint64_t *starts; /* NULL: an unused slot of the hash */
};

struct msim_overhead {
    const struct msim_mem *mem;
    const struct msim_blocks *blocks; /* those that are live */
    bool learns;
    uint64_t fixed; /* overhead of each block, if it does not learn */
    uint64_t total, at_peak;
    uint64_t peak; /* its number, as in callers.h */
    struct msim_size_class *classes;
    struct msim_overhead_area *areas; /* starts of live blocks; a hash, at most half full */
    uint64_t areas_size, areas_used;
    struct msim_overhead_area last; /* used last */
    struct msim_block previous;     /* the block allocated last; address 0: it was freed */
};

/* `fixed`: bytes for each block; UINT64_MAX: learns. */
void msim_overhead_init(struct msim_overhead *overhead, const struct msim_mem *mem,
                        const struct msim_blocks *blocks, uint64_t fixed);

/* A block was added to `blocks`, or removed from it. */
void msim_overhead_add(struct msim_overhead *overhead, const struct msim_block *block);
void msim_overhead_remove(struct msim_overhead *overhead, const struct msim_block *block);

/* Measures the distances of a block that was added. */
void msim_overhead_learn(struct msim_overhead *overhead, const struct msim_block *block);

/* The present becomes the peak with the number `peak`. */
void msim_overhead_raise(struct msim_overhead *overhead, uint64_t peak);
