/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of reported.h. */
#include "reported.h"

#include "stream/event.h"

void msim_reported_init(struct msim_reported *reported, const struct msim_mem *mem,
                        struct msim_callers *callers, struct msim_usage *usage,
                        const struct msim_reported_to *to)
{
    *reported = (struct msim_reported){.to = *to, .callers = callers, .usage = usage};
    msim_spans_init(&reported->spans, mem);
    msim_pools_init(&reported->pools, mem, &reported->spans);
}

bool msim_reported_end(struct msim_reported *reported, msim_span_set *set, uint64_t address,
                       struct msim_block *block)
{
    struct msim_span found;
    if (!msim_spans_remove(&reported->spans, set, address, &found))
        return false;
    *block = (struct msim_block){found.address, found.bytes, found.owner};
    reported->used--;
    reported->to.ended(reported->to.self, block);
    return true;
}

void msim_reported_begin(struct msim_reported *reported, msim_span_set *set,
                         const struct msim_block *block)
{
    struct msim_span span = {block->address, block->bytes, block->place};
    struct msim_block missed;
    reported->usage->missed += msim_reported_end(reported, set, block->address, &missed);
    if (!msim_spans_add(&reported->spans, set, &span))
        return;
    reported->used++;
    reported->to.began(reported->to.self, block);
}

/* --- Pools -------------------------------------------------------------------------------- */

/* Ends the blocks of a set that begin from `first` to `last`; returns their bytes. */
static uint64_t end_all(struct msim_reported *reported, msim_span_set *set, uint64_t first,
                        uint64_t last)
{
    struct msim_span span;
    struct msim_block block;
    uint64_t bytes = 0;
    while (msim_spans_from(&reported->spans, *set, first, &span) && span.address <= last) {
        msim_reported_end(reported, set, span.address, &block);
        bytes += block.bytes;
    }
    return bytes;
}

/* Ends a block of the pool itself; with AUTO_FREE, the blocks in it end, too. */
static uint64_t free_one(struct msim_reported *reported, uint64_t pool, msim_span_set *set,
                         uint64_t address)
{
    struct msim_block block;
    uint64_t bytes = 0;
    if (!msim_reported_end(reported, set, address, &block)) {
        reported->usage->foreign++;
        return 0;
    }
    if (block.bytes && msim_pools_flags(&reported->pools, pool) & MSIM_POOL_AUTO_FREE)
        bytes = end_all(reported, &reported->set[MSIM_SET_REQUESTS], address,
                        address + block.bytes - 1);
    return bytes + block.bytes;
}

/* A block that is moved or resized remains the same block. */
static void change(struct msim_reported *reported, msim_span_set *set, uint64_t from,
                   const struct msim_block *to)
{
    struct msim_span span;
    struct msim_block over;
    if (!msim_spans_remove(&reported->spans, set, from, &span))
        return;
    reported->usage->missed += msim_reported_end(reported, set, to->address, &over);
    struct msim_block block = {to->address, to->bytes, span.owner};
    reported->to.resized(reported->to.self, &block, span.bytes);
    span.address = to->address;
    span.bytes = to->bytes;
    msim_spans_add(&reported->spans, set, &span);
}

/* Blocks outside of the range end, and those that reach out of it are shortened. */
static uint64_t trim(struct msim_reported *reported, msim_span_set *set, uint64_t start,
                     uint64_t bytes)
{
    struct msim_spans *spans = &reported->spans;
    struct msim_span span;
    uint64_t gone = 0, end = start + bytes < start ? UINT64_MAX : start + bytes;
    for (uint64_t at = 0; msim_spans_from(spans, *set, at, &span); at = span.address + 1) {
        uint64_t last = span.address + span.bytes;
        uint64_t from = span.address > start ? span.address : start, to = last < end ? last : end;
        struct msim_block kept = {from, from < to ? to - from : 0, span.owner};
        bool inside = span.address >= start && last <= end;
        if (inside)
            continue;
        gone += span.bytes - kept.bytes;
        if (kept.bytes)
            change(reported, set, span.address, &kept);
        else
            msim_reported_end(reported, set, span.address, &kept);
    }
    return gone;
}

static void pool_block(struct msim_reported *reported, const uint64_t *record, msim_span_set *set)
{
    struct msim_block block = {record[3] & MSIM_BLOCK_MAX,
                               record[4] < MSIM_BLOCK_MAX ? record[4] : MSIM_BLOCK_MAX, 0};
    block.place = msim_callers_place(reported->callers, msim_heap_stack_of(record));
    msim_usage_request(reported->usage, MSIM_HEAP_REQUEST, record[4], !block.address);
    if (block.address)
        msim_reported_begin(reported, set, &block);
    else
        msim_place_at(reported->callers, block.place)->counts.failed++;
}

void msim_reported_pool(struct msim_reported *reported, const uint64_t *record)
{
    struct msim_pools *pools = &reported->pools;
    uint64_t pool = record[2], bytes = 0;
    enum msim_pool_call call = msim_pool_call_of(record);
    msim_span_set *set = msim_pools_blocks(pools, pool);
    if (call == MSIM_POOL_CREATE)
        msim_pools_create(pools, pool, record[4]);
    if (!set || call == MSIM_POOL_CREATE)
        return;
    if (call == MSIM_POOL_MOVE) {
        msim_pools_move(pools, pool, record[3]);
    } else if (call == MSIM_POOL_CHANGE) {
        struct msim_block to = {record[5] & MSIM_BLOCK_MAX, record[4] & MSIM_BLOCK_MAX, 0};
        change(reported, set, record[3], &to);
    } else if (call == MSIM_POOL_ALLOC) {
        pool_block(reported, record, set);
    } else {
        if (call == MSIM_POOL_FREE)
            bytes = free_one(reported, pool, set, record[3]);
        else if (call == MSIM_POOL_TRIM)
            bytes = trim(reported, set, record[3], record[4]);
        else
            bytes = end_all(reported, set, 0, UINT64_MAX);
        if (call == MSIM_POOL_DESTROY)
            msim_pools_destroy(pools, pool);
        msim_usage_free(reported->usage, MSIM_HEAP_REQUEST_FREE, bytes);
    }
}
