/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The heaps of gaps.h. */
#include "gaps.h"

#include <stdlib.h>

#include "cmd/base/grow.h"
#include "engine/base/sort.h"
#include "space.h"

enum {
    STEP = 256 * 1024, /* the heap's next block is not further away than this */
    HEAPS = 64,        /* more are not followed */
    END_HEADER = 16    /* malloc's words for what is not cut yet */
};

/* Above all addresses of programs. */
#define ASIDE (UINT64_C(1) << 47)

/* The heap that a block at `start` is in, or now is the first of; NULL: there are too many. */
static struct msim_gaps_heap *heap_of(struct msim_gaps *gaps, uint64_t start)
{
    for (size_t i = 0; i < gaps->heaps; i++) {
        struct msim_gaps_heap *heap = &gaps->heap[i];
        if (start >= heap->low && start < heap->high + STEP)
            return heap;
    }
    if (gaps->heaps == HEAPS)
        return NULL;
    gaps->heap = msim_room(gaps->heap, gaps->heaps, sizeof *gaps->heap);
    gaps->heap[gaps->heaps] = (struct msim_gaps_heap){start, start, NULL, 0};
    return &gaps->heap[gaps->heaps++];
}

static void add_gap(struct msim_gaps *gaps, struct msim_gaps_heap *heap, uint64_t start,
                    uint64_t bytes)
{
    uint64_t before = heap->gaps ? heap->gap[heap->gaps - 1].bytes : 0;
    MSIM_PUSH(heap->gap, heap->gaps, (struct msim_gap){start, start + bytes, before + bytes});
    gaps->low = !gaps->high || start < gaps->low ? start : gaps->low;
}

void msim_gaps_block(struct msim_gaps *gaps, uint64_t address, uint64_t bytes, bool leaves)
{
    uint64_t start = address - MSIM_SPACE_HEADER, chunk = msim_space_chunk(bytes);
    if (bytes >= MSIM_SPACE_MAPS)
        return;
    struct msim_gaps_heap *heap = heap_of(gaps, start);
    if (!heap)
        return;
    if (leaves && start >= heap->high)
        add_gap(gaps, heap, start, chunk);
    heap->high = start + chunk > heap->high ? start + chunk : heap->high;
    if (gaps->low && heap->high + END_HEADER > gaps->high)
        gaps->high = heap->high + END_HEADER;
}

/* The number of gaps that begin at the address or below. */
static size_t gaps_below(const struct msim_gaps_heap *heap, uint64_t address)
{
    return msim_keys_up_to(heap->gap, heap->gaps, sizeof *heap->gap,
                           offsetof(struct msim_gap, start), address);
}

uint64_t msim_gaps_look_up(const struct msim_gaps *gaps, uint64_t address)
{
    for (size_t i = 0; i < gaps->heaps; i++) {
        const struct msim_gaps_heap *heap = &gaps->heap[i];
        if (address < heap->low || address >= heap->high + END_HEADER)
            continue;
        size_t below = gaps_below(heap, address);
        if (!below)
            return address;
        const struct msim_gap *gap = &heap->gap[below - 1];
        return address < gap->end ? address + ASIDE : address - gap->bytes;
    }
    return address;
}

void msim_gaps_free(struct msim_gaps *gaps)
{
    for (size_t i = 0; i < gaps->heaps; i++)
        free(gaps->heap[i].gap);
    free(gaps->heap);
    *gaps = (struct msim_gaps){.heaps = 0};
}
