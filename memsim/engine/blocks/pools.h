/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory pools that a program reports, by address, and the set of blocks (spans.h) of each.
 *
 * The number of a destroyed pool is used again, so programs may make and destroy millions.
 */
#pragma once

#include "spans.h"

struct msim_pool {
    msim_span_set blocks;
    uint32_t unused; /* number + 1 of the next destroyed pool; 0: none */
};

struct msim_pools {
    struct msim_spans *spans;
    msim_span_set by_address; /* `bytes` are its flags, the owner is its number */
    struct msim_table pool;
    uint32_t unused; /* number + 1 of the pool that was destroyed last */
};

void msim_pools_init(struct msim_pools *pools, const struct msim_mem *mem,
                     struct msim_spans *spans);

/* A pool that exists stays as it is. */
void msim_pools_create(struct msim_pools *pools, uint64_t address, uint64_t flags);

/* The blocks of a pool; NULL: there is no such pool. */
msim_span_set *msim_pools_blocks(const struct msim_pools *pools, uint64_t address);

/* Returns its flags; 0: there is no such pool. */
uint64_t msim_pools_flags(const struct msim_pools *pools, uint64_t address);

/* Removes a pool; its blocks must have been removed. */
void msim_pools_destroy(struct msim_pools *pools, uint64_t address);

/* Gives a pool another address, unless another pool has it. */
void msim_pools_move(struct msim_pools *pools, uint64_t from, uint64_t to);
