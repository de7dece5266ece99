/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of told.h. */
#include "told.h"

#include "stream/event.h"

void msim_told_init(struct msim_told *told, const struct msim_mem *mem,
                    struct msim_callers *callers, struct msim_usage *usage,
                    const struct msim_told_to *to)
{
    *told = (struct msim_told){.to = *to, .callers = callers, .usage = usage};
    msim_spans_init(&told->spans, mem);
    msim_pools_init(&told->pools, mem, &told->spans);
}

bool msim_told_end(struct msim_told *told, msim_span_set *set, uint64_t address,
                   struct msim_block *block)
{
    struct msim_span found;
    if (!msim_spans_remove(&told->spans, set, address, &found))
        return false;
    *block = (struct msim_block){found.address, found.bytes, found.owner};
    told->used--;
    told->to.ended(told->to.self, block);
    return true;
}

void msim_told_begin(struct msim_told *told, msim_span_set *set, const struct msim_block *block)
{
    struct msim_span span = {block->address, block->bytes, block->place};
    struct msim_block missed;
    told->usage->missed += msim_told_end(told, set, block->address, &missed);
    if (!msim_spans_add(&told->spans, set, &span))
        return;
    told->used++;
    told->to.began(told->to.self, block);
}

/* --- Pools -------------------------------------------------------------------------------- */

/* Ends the blocks of a set that begin from `first` to `last`; returns their bytes. */
static uint64_t end_all(struct msim_told *told, msim_span_set *set, uint64_t first, uint64_t last)
{
    struct msim_span span;
    struct msim_block block;
    uint64_t bytes = 0;
    while (msim_spans_from(&told->spans, *set, first, &span) && span.address <= last) {
        msim_told_end(told, set, span.address, &block);
        bytes += block.bytes;
    }
    return bytes;
}

/* A block of the pool itself: what a pool with AUTO_FREE has in it ends, too. */
static uint64_t free_one(struct msim_told *told, uint64_t pool, msim_span_set *set,
                         uint64_t address)
{
    struct msim_block block;
    uint64_t bytes = 0;
    if (!msim_told_end(told, set, address, &block)) {
        told->usage->foreign++;
        return 0;
    }
    if (block.bytes && msim_pools_flags(&told->pools, pool) & MSIM_POOL_AUTO_FREE)
        bytes = end_all(told, &told->set[MSIM_SET_REQUESTS], address, address + block.bytes - 1);
    return bytes + block.bytes;
}

/* A block that has another place or size stays the block that it was. */
static void change(struct msim_told *told, msim_span_set *set, uint64_t from,
                   const struct msim_block *to)
{
    struct msim_span span;
    struct msim_block over;
    if (!msim_spans_remove(&told->spans, set, from, &span))
        return;
    told->usage->missed += msim_told_end(told, set, to->address, &over);
    struct msim_block block = {to->address, to->bytes, span.owner};
    told->to.resized(told->to.self, &block, span.bytes);
    span.address = to->address;
    span.bytes = to->bytes;
    msim_spans_add(&told->spans, set, &span);
}

/* Blocks outside of the range end, and those that reach out of it are cut. */
static uint64_t trim(struct msim_told *told, msim_span_set *set, uint64_t start, uint64_t bytes)
{
    struct msim_spans *spans = &told->spans;
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
            change(told, set, span.address, &kept);
        else
            msim_told_end(told, set, span.address, &kept);
    }
    return gone;
}

static void pool_block(struct msim_told *told, const uint64_t *record, msim_span_set *set)
{
    struct msim_block block = {record[3] & MSIM_BLOCK_MAX,
                               record[4] < MSIM_BLOCK_MAX ? record[4] : MSIM_BLOCK_MAX, 0};
    block.place = msim_callers_place(told->callers, msim_heap_stack_of(record));
    msim_usage_request(told->usage, MSIM_HEAP_REQUEST, record[4], !block.address);
    if (block.address)
        msim_told_begin(told, set, &block);
    else
        msim_place_at(told->callers, block.place)->counts.failed++;
}

void msim_told_pool(struct msim_told *told, const uint64_t *record)
{
    struct msim_pools *pools = &told->pools;
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
        change(told, set, record[3], &to);
    } else if (call == MSIM_POOL_ALLOC) {
        pool_block(told, record, set);
    } else {
        if (call == MSIM_POOL_FREE)
            bytes = free_one(told, pool, set, record[3]);
        else if (call == MSIM_POOL_TRIM)
            bytes = trim(told, set, record[3], record[4]);
        else
            bytes = end_all(told, set, 0, UINT64_MAX);
        if (call == MSIM_POOL_DESTROY)
            msim_pools_destroy(pools, pool);
        msim_usage_free(told->usage, MSIM_HEAP_REQUEST_FREE, bytes);
    }
}
