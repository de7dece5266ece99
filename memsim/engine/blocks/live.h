/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The live block that contains an address.
 *
 * Addresses are divided by 16, the alignment of allocators.  A tree of bits says where blocks
 * begin: a leaf for each page has 256 of them, and the blocks themselves in the same order, so the
 * number of bits below one is the place of its block.  Above the leaves there are four levels of
 * 512 bits and links, which find the last block before a page.
 *
 *     address   root 9 bits | 9 | 9 | 9 | leaf 8 bits | 4 bits
 *
 * Blocks do not overlap, and at most one begins in 16 bytes.  Blocks that may overlap are in sets
 * (spans.h).
 *
 * Cost: 16 bytes per block, a quarter of that for growing, and 48 bytes for each page in which
 * blocks began; adding and removing moves at most the blocks of a page.  A search follows five
 * links.
 */
#pragma once

#include <stdbool.h>

#include "stream/mem.h"

#define MSIM_LIVE_MAX   (UINT64_C(1) << 48) /* of addresses and sizes */
#define MSIM_LIVE_TIMES (UINT64_C(1) << 44) /* times wrap around here */

/* `born`: a time.  `owner` is the user's. */
struct msim_live_block {
    uint64_t address, bytes, born;
    uint32_t owner;
};

enum { MSIM_LIVE_ROOMS = 14 };

struct msim_live_branch;

struct msim_live {
    const struct msim_mem *mem;
    struct msim_live_branch *root;
    struct msim_live_node *spare[MSIM_LIVE_ROOMS]; /* arrays that leaves have outgrown, by size */
    uint64_t largest;                              /* the most bytes that a block ever had */
};

void msim_live_init(struct msim_live *live, const struct msim_mem *mem);

/* False: a block begins in these 16 bytes already, or the address is not a program's; nothing
 * changes. */
bool msim_live_add(struct msim_live *live, const struct msim_live_block *block);

/* True: a block begins at the address.  It is copied to *found and removed. */
bool msim_live_remove(struct msim_live *live, uint64_t address, struct msim_live_block *found);

/* True: a block contains the address.  It is copied to *found. */
bool msim_live_find(const struct msim_live *live, uint64_t address, struct msim_live_block *found);

/* Calls `each` for all blocks, those with higher addresses first. */
void msim_live_each(const struct msim_live *live,
                    void (*each)(void *self, const struct msim_live_block *block), void *self);
