/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bytes of allocated.h. */
#include "allocated.h"

#include "stream/event.h"

void msim_allocated_init(struct msim_allocated_bytes *bytes, const struct msim_mem *mem)
{
    msim_blocks_init(&bytes->blocks, mem);
}

static void end(struct msim_allocated_bytes *bytes, uint64_t address)
{
    struct msim_block block;
    if (address && msim_blocks_remove(&bytes->blocks, address, &block))
        bytes->live -= block.bytes;
}

/* The end of an older block at this address was not seen. */
static void begin(struct msim_allocated_bytes *bytes, uint64_t address, uint64_t size)
{
    struct msim_block block = {address, size < MSIM_BLOCK_MAX ? size : MSIM_BLOCK_MAX, 0};
    if (!address)
        return;
    if (!msim_blocks_add(&bytes->blocks, &block)) {
        end(bytes, address);
        msim_blocks_add(&bytes->blocks, &block);
    }
    bytes->live += block.bytes;
}

/* User space ends far below 2^48, so a larger word is not an address. */
static uint64_t as_address(uint64_t word)
{
    return word <= MSIM_BLOCK_MAX ? word : 0;
}

void msim_allocated_event(struct msim_allocated_bytes *bytes, const uint64_t *record)
{
    enum msim_heap_call call = msim_heap_call_of(record);
    uint64_t size = record[2], result = as_address(record[3]), given = as_address(record[4]);
    uint64_t before = bytes->live;
    if (call == MSIM_HEAP_MAP || call == MSIM_HEAP_UNMAP)
        return;
    bool frees = call == MSIM_HEAP_FREE || call == MSIM_HEAP_DELETE ||
                 call == MSIM_HEAP_OTHER_FREE || call == MSIM_HEAP_REQUEST_FREE;
    /* A call of realloc that failed leaves the block, but one to size 0 frees it. */
    if (frees || result || !size)
        end(bytes, given);
    if (!frees)
        begin(bytes, result, size);
    bytes->changed += bytes->live > before ? bytes->live - before : before - bytes->live;
}
