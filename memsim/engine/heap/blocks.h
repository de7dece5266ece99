/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The live blocks of the heap by address: which size each has and which place it is from (callers.h).
 *
 * An open-addressing hash with linear probing.  A block is removed by moving back what was displaced by
 * it, so searching never degrades, however many blocks come and go.
 *
 * A block is 16 bytes: address and size take 48 bits each, the place has the rest.  The table doubles
 * when it is three quarters full: 22 to 43 bytes per live block, and as much again for the tables before
 * it, which stay (mem.h).  Finding touches one cache line, rarely two.
 */
#ifndef MSIM_ENGINE_HEAP_BLOCKS_H
#define MSIM_ENGINE_HEAP_BLOCKS_H

#include <stdbool.h>

#include "stream/mem.h"

#define MSIM_BLOCK_MAX ((UINT64_C(1) << 48) - 1) /* of addresses and sizes */

struct msim_block {
    uint64_t address, bytes;
    uint32_t place;
};

struct msim_blocks {
    const struct msim_mem *mem;
    struct msim_block_entry *entry;
    uint64_t size, used; /* slots; the size is a power of two */
    unsigned shift;      /* from a 64-bit hash to a slot */
};

void msim_blocks_init(struct msim_blocks *blocks, const struct msim_mem *mem);

/* False, and nothing is changed: a block is there already.  `block->address` is not 0. */
bool msim_blocks_add(struct msim_blocks *blocks, const struct msim_block *block);

/* Is there a block at this address?  Then it is copied to *found, and removed. */
bool msim_blocks_find(const struct msim_blocks *blocks, uint64_t address, struct msim_block *found);
bool msim_blocks_remove(struct msim_blocks *blocks, uint64_t address, struct msim_block *found);

#endif
