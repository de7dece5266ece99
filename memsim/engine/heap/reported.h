/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Live blocks that malloc and the like did not return: those of allocators that the user names
 * (--allocator), those that the program reports by client requests, and those of the memory pools
 * that it reports.
 *
 * Each allocator, the requests together and each pool has a set of blocks of its own, because such
 * blocks may lie in others: a pool takes its memory from malloc, and its first block may begin
 * where malloc's does.  Both count, as in Massif and Memcheck.  What such an allocator takes beyond
 * a block is not known, so with --heap-admin=auto it is 0.
 */
#pragma once

#include "callers.h"
#include "engine/blocks/blocks.h"
#include "engine/blocks/pools.h"
#include "usage.h"

/* All sets but those of pools. malloc's is in blocks.h, the others are here. */
enum {
    MSIM_SET_REQUESTS,
    MSIM_SET_ALLOCATOR, /* + the allocator's number */
    MSIM_SET_MALLOC = MSIM_SET_ALLOCATOR + MSIM_HEAP_ALLOCATORS,
    MSIM_NO_SET
};

/* The functions that count blocks.  `resized`: a block of `before` bytes now has block->bytes. */
struct msim_reported_to {
    void (*began)(void *self, const struct msim_block *block);
    void (*ended)(void *self, const struct msim_block *block);
    void (*resized)(void *self, const struct msim_block *block, uint64_t before);
    void *self;
};

struct msim_reported {
    struct msim_reported_to to;
    struct msim_callers *callers;
    struct msim_usage *usage;
    struct msim_spans spans;
    msim_span_set set[MSIM_SET_MALLOC];
    struct msim_pools pools;
    uint64_t used; /* live blocks in all sets */
};

void msim_reported_init(struct msim_reported *reported, const struct msim_mem *mem,
                        struct msim_callers *callers, struct msim_usage *usage,
                        const struct msim_reported_to *to);

/* Begins a block; a live block at its address ends first. */
void msim_reported_begin(struct msim_reported *reported, msim_span_set *set,
                         const struct msim_block *block);

/* False: no block is live there. */
bool msim_reported_end(struct msim_reported *reported, msim_span_set *set, uint64_t address,
                       struct msim_block *block);

/* Takes an event of a memory pool. */
void msim_reported_pool(struct msim_reported *reported, const uint64_t *record);
