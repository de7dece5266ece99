/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the allocator takes beyond the bytes asked for (--heap-admin): a number for each block, or learned
 * from where the blocks are.
 *
 * Learned: two live blocks never overlap, with what the allocator put around them.  So the distance from
 * a block to the next one above bounds what it takes.  The smallest distance that was ever seen for a
 * size is what a block of that size takes: exactly, once two such neighbours were live at the same time
 * with nothing between them.  Distances are looked at when a block is allocated: to the one above it, to
 * the one below it, and from the block allocated just before.  Of each size the first 64 blocks are looked
 * at, then every sixteenth.
 *
 * Sizes up to 4096 are known each by itself.  They begin with what the GNU C library takes: 8 bytes, in
 * multiples of 16, 32 at least.  A smaller distance counts at once.  If all are larger, the neighbours may
 * just have been far, so that counts only when 64 blocks of the size were looked at.  Larger sizes share a
 * class with those up to an eighth larger; it has the smallest overhead seen, and 0 before.  A distance of
 * more than twice the request and 64 bytes says nothing.
 *
 * What is learned holds for the blocks that are live, and for those that lived at the peak; snapshots
 * taken before keep what was known then.
 *
 * Cost: O(1) for each block.  The starts of live blocks are a bit for each 8 bytes, in regions of 2 MB
 * that are found by a hash: 1/64 of the memory that blocks ever began in.
 */
#ifndef MSIM_ENGINE_HEAP_OVERHEAD_H
#define MSIM_ENGINE_HEAP_OVERHEAD_H

#include "blocks.h"
#include "callers.h"

enum {
    MSIM_EXACT_SIZES = 4096,
    MSIM_SIZE_CLASSES = MSIM_EXACT_SIZES + 1 + 8 * 37 /* eight for each doubling up to 2^48 */
};

struct msim_size_class {
    struct msim_peaked live;
    uint64_t extra;    /* bytes beyond the request, as far as is known */
    uint64_t smallest; /* that were seen; UINT64_MAX: none */
    uint64_t blocks;   /* ever */
};

/* Which addresses begin a block: 2 MB of them. */
struct msim_region {
    uint64_t number;
    uint64_t *starts; /* NULL: an unused slot of the hash */
};

struct msim_overhead {
    const struct msim_mem *mem;
    const struct msim_blocks *blocks; /* those that are live */
    bool learns;
    uint64_t fixed; /* for each block, if it does not learn */
    uint64_t total, at_peak;
    uint64_t peak; /* its number, as in callers.h */
    struct msim_size_class *classes;
    struct msim_region *regions; /* starts of live blocks; a hash, at most half full */
    uint64_t regions_size, regions_used;
    struct msim_region last;    /* looked at last */
    struct msim_block previous; /* the block allocated last; address 0: it is gone */
};

/* `fixed` bytes for each block; UINT64_MAX: learns. */
void msim_overhead_init(struct msim_overhead *overhead, const struct msim_mem *mem,
                        const struct msim_blocks *blocks, uint64_t fixed);

/* A block that is now in `blocks`; one that no longer is. */
void msim_overhead_add(struct msim_overhead *overhead, const struct msim_block *block);
void msim_overhead_remove(struct msim_overhead *overhead, const struct msim_block *block);

/* Looks at the neighbours of a block that was added. */
void msim_overhead_learn(struct msim_overhead *overhead, const struct msim_block *block);

/* From now on the present is peak number `peak`. */
void msim_overhead_raise(struct msim_overhead *overhead, uint64_t peak);

#endif
