/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The pools of pools.h. */
#include "pools.h"

enum { POOLS_MAX = 1 << 24 };

void msim_pools_init(struct msim_pools *pools, const struct msim_mem *mem, struct msim_spans *spans)
{
    *pools = (struct msim_pools){.spans = spans};
    msim_table_init(&pools->pool, mem, sizeof(struct msim_pool), POOLS_MAX);
}

static struct msim_pool *pool_at(const struct msim_pools *pools, uint32_t number)
{
    return msim_table_at(&pools->pool, number);
}

void msim_pools_create(struct msim_pools *pools, uint64_t address, uint64_t flags)
{
    uint32_t number = pools->unused ? pools->unused - 1 : pools->pool.used;
    struct msim_span span = {address, flags, number};
    if (msim_pools_blocks(pools, address) || (!pools->unused && !msim_table_add(&pools->pool)))
        return;
    struct msim_pool *pool = pool_at(pools, number);
    if (!msim_spans_add(pools->spans, &pools->by_address, &span))
        return;
    pools->unused = pool->unused;
    *pool = (struct msim_pool){0, 0};
}

msim_span_set *msim_pools_blocks(const struct msim_pools *pools, uint64_t address)
{
    struct msim_span found;
    if (!msim_spans_find(pools->spans, pools->by_address, address, &found))
        return NULL;
    return &pool_at(pools, found.owner)->blocks;
}

uint64_t msim_pools_flags(const struct msim_pools *pools, uint64_t address)
{
    struct msim_span found;
    return msim_spans_find(pools->spans, pools->by_address, address, &found) ? found.bytes : 0;
}

void msim_pools_destroy(struct msim_pools *pools, uint64_t address)
{
    struct msim_span found;
    if (!msim_spans_remove(pools->spans, &pools->by_address, address, &found))
        return;
    pool_at(pools, found.owner)->unused = pools->unused;
    pools->unused = found.owner + 1;
}

void msim_pools_move(struct msim_pools *pools, uint64_t from, uint64_t to)
{
    struct msim_span found;
    if (msim_pools_blocks(pools, to) ||
        !msim_spans_remove(pools->spans, &pools->by_address, from, &found))
        return;
    found.address = to;
    msim_spans_add(pools->spans, &pools->by_address, &found);
}
