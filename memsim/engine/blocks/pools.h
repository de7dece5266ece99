/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory pools that a program reports, by address, and the set of blocks (spans.h) of each.
 *
 * A pool that is gone leaves its number to the next one, so programs may make and destroy millions.
 */
#ifndef MSIM_ENGINE_BLOCKS_POOLS_H
#define MSIM_ENGINE_BLOCKS_POOLS_H

#include "spans.h"

struct msim_pool {
    msim_span_set blocks;
    uint32_t unused; /* number + 1 of the next pool that is gone */
};

struct msim_pools {
    struct msim_spans *spans;
    msim_span_set by_address; /* `bytes` are its flags, the owner is its number */
    struct msim_table pool;
    uint32_t unused; /* number + 1 of the pool that went last */
};

void msim_pools_init(struct msim_pools *pools, const struct msim_mem *mem,
                     struct msim_spans *spans);

/* A pool that exists stays as it is. */
void msim_pools_create(struct msim_pools *pools, uint64_t address, uint64_t flags);

/* The blocks of a pool; NULL: there is no such pool. */
msim_span_set *msim_pools_blocks(const struct msim_pools *pools, uint64_t address);

/* Its flags, or 0. */
uint64_t msim_pools_flags(const struct msim_pools *pools, uint64_t address);

/* Removes a pool; its blocks must have been removed. */
void msim_pools_destroy(struct msim_pools *pools, uint64_t address);

/* Gives a pool another address, unless there is a pool. */
void msim_pools_move(struct msim_pools *pools, uint64_t from, uint64_t to);

#endif
