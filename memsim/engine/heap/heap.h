/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap: an observer that follows every block, from the events of the stream (stream/event.h).
 *
 * What a call does is decided by what it was given and what it returned.  An allocation that returned 0
 * failed and changes nothing; neither does a realloc that returned 0, unless it was to size 0, which
 * frees.  Any other realloc ends the old block and begins one at the place that called it.  A free of
 * what is no live block is counted and changes nothing.  Where a block is returned that is live already,
 * a free was not seen: the old one is taken as freed first.  A block of 0 bytes is a block.
 *
 * With --pages-as-heap the heap is what is mapped (ranges.h); calls of malloc and the others are not
 * looked at then, and mappings are not otherwise.
 *
 * The peak is that of all that is counted: bytes asked for, what the allocator takes beyond (overhead.h),
 * stacks if they are wanted.  It is exact, and so is what each place had then (callers.h): every event
 * is compared with it.  Of several equal peaks it is the first.
 *
 * Cost: O(1) for each event, but for snapshots (timeline.h); 25 to 90 bytes for each live block, and
 * about 150 for each place.
 */
#ifndef MSIM_ENGINE_HEAP_HEAP_H
#define MSIM_ENGINE_HEAP_HEAP_H

#include "engine/base/observer.h"
#include "blocks.h"
#include "callers.h"
#include "engine/base/ranges.h"
#include "tree.h"
#include "overhead.h"
#include "timeline.h"
#include "usage.h"

struct msim_heap {
    struct msim_heap_options options;
    const struct msim_dict *dict;
    const struct msim_mem *mem;
    struct msim_callers callers;
    struct msim_blocks blocks;
    struct msim_ranges mapped; /* by place */
    struct msim_overhead overhead;
    struct msim_forest forest;
    struct msim_timeline timeline;
    struct msim_usage usage;

    uint64_t unseen;  /* instructions that are in no segment of the stream */
    uint64_t ms;      /* since the start */
    uint64_t changed; /* bytes allocated and freed so far */
    uint64_t calls;   /* of allocation functions so far */

    uint64_t bytes, stacks;         /* now */
    uint64_t bytes_max, stacks_max; /* each by itself */
    uint64_t ignored;               /* live blocks that are not counted */
    uint64_t newest;                /* the block allocated last */
    struct msim_block fresh;        /* the one that this event began; address 0: none */
    bool touched;                   /* did it begin or end anything that is counted? */

    struct msim_snapshot peak; /* its `extra` is in overhead, */
    uint64_t peak_number;      /* which peak it is; 0: there was none */
    uint32_t peak_places;      /* and how many places there were */
};

/* The row of the table of observers; its state is a struct msim_heap. */
extern const struct msim_observer msim_heap_observer;

/* Must not be moved afterwards. */
void msim_heap_init(struct msim_heap *heap, const struct msim_mem *mem,
                    const struct msim_dict *dict, const struct msim_heap_options *options);

/* `instructions` were in segments of the stream before it.  Other events are passed over. */
void msim_heap_event(struct msim_heap *heap, const uint64_t *record, uint64_t instructions);

/* What was counted so far was the parent's: calls and allocations begin at 0.  What is live stays so,
 * and the timeline goes on with its peak, as both processes have the same past. */
void msim_heap_clear(struct msim_heap *heap);

/* The peak, as a snapshot without a tree. */
struct msim_snapshot msim_heap_peak(const struct msim_heap *heap);

/* A new tree of what lived at the peak, or lives now.  `snapshot` has the totals. */
uint32_t msim_heap_tree(struct msim_heap *heap, const struct msim_snapshot *snapshot, bool at_peak);

/* Blocks, or mapped ranges, that are live now and counted. */
static inline uint64_t msim_heap_live(const struct msim_heap *heap)
{
    return heap->options.pages ? heap->mapped.used : heap->blocks.used - heap->ignored;
}

static inline uint64_t msim_snapshot_total(const struct msim_snapshot *snapshot)
{
    return snapshot->heap + snapshot->extra + snapshot->stacks;
}

#endif
