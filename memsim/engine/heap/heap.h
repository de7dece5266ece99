/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap: an observer that follows every block, from the events of the stream (stream/event.h).
 *
 * The effect of a call follows from its arguments and its result.  An allocation that returned 0
 * failed and changes nothing.  A realloc that returned 0 changes nothing either, unless its size
 * was 0: then it frees.  Any other realloc ends the old block and begins a new one at the place
 * that called it.  A free of anything but a live block is counted and changes nothing.  If a call
 * returns a block that is live, its free was not seen: the old block is freed first.  A block of 0
 * bytes is a block.
 *
 * Blocks of the program's own allocators, which users name or the program reports, may lie in
 * blocks of malloc.  They are kept in sets of their own and count in addition (reported.h).
 *
 * With --pages-as-heap the heap is what is mapped (ranges.h), and calls of malloc and the like are
 * ignored.  Otherwise mappings are ignored.
 *
 * The peak is that of everything counted: requested bytes, the allocator's overhead (overhead.h),
 * and stacks if requested.  Each event is compared with it, so it is exact, and so are the bytes of
 * each place at the peak (callers.h).  Of several equal peaks the first counts.
 *
 * Cost: O(1) per event, except for snapshots (timeline.h); 25 to 90 bytes per live block, and about
 * 150 per place.
 */
#pragma once

#include "callers.h"
#include "engine/base/observer.h"
#include "engine/base/ranges.h"
#include "engine/blocks/blocks.h"
#include "engine/caches/sim.h"
#include "overhead.h"
#include "regions/frees.h"
#include "regions/inparts.h"
#include "reported.h"
#include "timeline.h"
#include "tree.h"
#include "usage.h"

struct msim_heap {
    struct msim_heap_options options;
    const struct msim_dict *dict;
    const struct msim_mem *mem;
    struct msim_callers callers;
    struct msim_blocks blocks;
    struct msim_ranges mapped; /* the owner of each is a place */
    struct msim_overhead overhead;
    struct msim_forest forest;
    struct msim_timeline timeline;
    struct msim_usage usage;

    uint64_t unseen;                  /* instructions that are in no segment of the stream */
    uint64_t ms;                      /* since the start */
    uint64_t changed;                 /* bytes allocated and freed so far */
    uint64_t calls;                   /* of allocation functions so far */
    bool named[MSIM_HEAP_ALLOCATORS]; /* allocators of --allocator that were called */

    uint64_t bytes, stacks;         /* at present */
    uint64_t bytes_max, stacks_max; /* the largest, of each separately */
    uint64_t ignored;               /* number of live blocks whose places are ignored */
    struct msim_reported reported;  /* live blocks that are not malloc's */
    uint64_t newest;                /* address of the block allocated last, */
    unsigned newest_set;            /* and its set */
    struct msim_block fresh;        /* the block that this event began; address 0: none */
    bool touched;                   /* this event changed something that is counted */

    struct msim_snapshot peak; /* its `extra` is in overhead, */
    uint64_t peak_number;      /* 0: there was no peak yet */
    uint32_t peak_places;      /* number of places then */

    struct msim_sim *sim;            /* has the parts of the run; NULL: no parts */
    struct msim_heap_parts in_parts; /* with parts: the heap in each of them */
    struct msim_heap_frees frees;    /* with parts: what each thread frees */
};

/* The row of the table of observers; its state is a struct msim_heap. */
extern const struct msim_observer msim_heap_observer;

/* Initialises *heap, which must not be moved afterwards. */
void msim_heap_init(struct msim_heap *heap, const struct msim_mem *mem,
                    const struct msim_dict *dict, const struct msim_heap_options *options);

/* The heap at present, for regions that are open. */
struct msim_heap_at msim_heap_now(const struct msim_heap *heap, uint64_t instructions);

/* For the row; `heap` is a struct msim_heap.  Events of other kinds are ignored. */
void msim_heap_event(void *heap, const uint64_t *record, uint64_t instructions);

/* For a forked child: calls and allocations so far were the parent's, so they restart at 0.  Live
 * blocks stay live, and the timeline and its peak go on, because both processes share this past. */
void msim_heap_clear(void *heap);
void msim_heap_change_regions(void *heap, struct msim_open *open, uint64_t instructions);

/* The peak, as a snapshot without a tree. */
struct msim_snapshot msim_heap_peak(const struct msim_heap *heap);

/* Makes a tree of the bytes that were live at the peak, or are live now.  `snapshot` has the
 * totals. */
uint32_t msim_heap_tree(const struct msim_heap *heap, struct msim_forest *forest,
                        const struct msim_snapshot *snapshot, bool at_peak);

/* Number of live blocks, or of mapped ranges, that are counted. */
static inline uint64_t msim_heap_live(const struct msim_heap *heap)
{
    return heap->options.pages ? heap->mapped.used
                               : heap->blocks.used + heap->reported.used - heap->ignored;
}

static inline uint64_t msim_snapshot_total(const struct msim_snapshot *snapshot)
{
    return snapshot->heap + snapshot->extra + snapshot->stacks;
}
