/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The live blocks of the heap, by address: the size of each and the place that allocated it
 * (heap/callers.h).
 *
 * A hash with open addressing and linear probing.  Removing a block moves back the blocks that it
 * had displaced, so searching never degrades, however many blocks come and go.
 *
 * A block takes 16 bytes: 48 bits each for address and size, the rest for the place.  The table
 * doubles when it is three quarters full.  That makes 22 to 43 bytes per live block, and as much
 * again for the smaller tables before, which stay allocated (mem.h).  A search touches one cache
 * line, rarely two.
 */
#pragma once

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

/* False: there already is a block at this address; nothing changes.  `block->address` is not 0. */
bool msim_blocks_add(struct msim_blocks *blocks, const struct msim_block *block);

/* True: there is a block at this address.  It is copied to *found and, by the second, removed. */
bool msim_blocks_find(const struct msim_blocks *blocks, uint64_t address, struct msim_block *found);
bool msim_blocks_remove(struct msim_blocks *blocks, uint64_t address, struct msim_block *found);
