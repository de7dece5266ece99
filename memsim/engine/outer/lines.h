/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The blocks of L2 and L3 where lines are followed (traffic.h): what is looked up, comes and goes
 * there.  Blocks are numbered by the program's addresses; what was prefetched into a level is
 * marked used by the first that finds it, and unused if it goes before (prefetched.h).
 */
#pragma once

#include "engine/arrays/dirty.h"
#include "engine/arrays/reasons.h"
#include "levels.h"

/* Bytes from `first` to `last`, and whether they are dirty. */
struct msim_line_span {
    uint64_t first, last;
    bool dirty;
};

static inline uint64_t msim_line_block_start(const struct msim_array *array, uint64_t block)
{
    return block << array->shift;
}

static inline struct msim_line_span msim_line_block_span(const struct msim_array *array,
                                                         uint64_t block, bool dirty)
{
    uint64_t first = msim_line_block_start(array, block);
    return (struct msim_line_span){first, first | ((UINT64_C(1) << array->shift) - 1), dirty};
}

/* The part of the span that lies in the block. */
static inline struct msim_line_span
msim_line_span_within(const struct msim_array *array, uint64_t block, struct msim_line_span span)
{
    struct msim_line_span all = msim_line_block_span(array, block, span.dirty);
    all.first = span.first > all.first ? span.first : all.first;
    all.last = span.last < all.last ? span.last : all.last;
    return all;
}

/* The slot of a block; MSIM_NO_SLOT: it is not there. */
static inline int64_t msim_lines_find(struct msim_outer_levels *outer,
                                      const struct msim_array *array, uint64_t block)
{
    uint64_t at = msim_pageframes_find(&outer->frames, msim_line_block_start(array, block));
    return msim_array_find(array, at >> array->shift);
}

/* What is in the slot leaves the level, as the block of this number there. */
static inline struct msim_line_span msim_lines_leave(struct msim_outer_levels *outer,
                                                     enum msim_level level, uint64_t slot,
                                                     uint64_t block)
{
    struct msim_array *array = msim_outer_array(outer, level);
    struct msim_prefetched *prefetched = &msim_outer_into(outer, level)->prefetched;
    msim_prefetched_go(prefetched, slot);
    return msim_line_block_span(array, array->origin ? array->origin[slot] : block,
                                msim_dirty_leave(array, slot));
}

/* The block moves out.  False: it is not there. */
static inline bool msim_lines_take_out(struct msim_outer_levels *outer, enum msim_level level,
                                       uint64_t block, bool *dirty)
{
    struct msim_array *array = msim_outer_array(outer, level);
    int64_t slot = msim_lines_find(outer, array, block);
    if (slot == MSIM_NO_SLOT)
        return false;
    uint64_t at = msim_array_tag(array, (uint64_t)slot) - 1;
    *dirty |= msim_lines_leave(outer, level, (uint64_t)slot, at).dirty;
    msim_array_remove(array, at);
    return true;
}

/* The block, which is not there, comes.  False: it takes an empty slot; else *left does. */
static inline bool msim_lines_put_in(struct msim_outer_levels *outer, enum msim_level level,
                                     uint64_t block, bool dirty, struct msim_line_span *left)
{
    struct msim_array *array = msim_outer_array(outer, level);
    uint64_t at = msim_pageframes_touch(&outer->frames, msim_line_block_start(array, block));
    uint64_t evicted, slot = (uint64_t)msim_array_fill(array, at >> array->shift, &evicted);
    if (evicted != MSIM_NO_BLOCK)
        *left = msim_lines_leave(outer, level, slot, evicted);
    msim_outer_comes(outer, level);
    array->stamp[slot] = ++outer->now;
    array->dirty[slot] = 0;
    if (array->origin)
        array->origin[slot] = block;
    if (dirty)
        msim_dirty_set(array, slot);
    return evicted != MSIM_NO_BLOCK;
}

/* The block is referenced, or, if `prefetch`, asked for by a prefetcher of a level before.  Returns
 * its slot, or MSIM_NO_SLOT; sets `found` of the level if it is the first to find a prefetched line. */
static inline int64_t msim_lines_use(struct msim_outer_levels *outer, enum msim_level level,
                                     uint64_t block, bool prefetch)
{
    struct msim_array *array = msim_outer_array(outer, level);
    struct msim_prefetching *into = msim_outer_into(outer, level);
    uint64_t at = msim_pageframes_touch(&outer->frames, msim_line_block_start(array, block));
    int64_t slot = msim_array_find(array, at >> array->shift);
    if (array->reasons)
        msim_reasons_reach(array->reasons, at >> array->shift, prefetch, slot == MSIM_NO_SLOT);
    if (slot == MSIM_NO_SLOT)
        return slot;
    into->found |= msim_prefetched_use(&into->prefetched, (uint64_t)slot);
    if (array->state)
        msim_array_hit(array, (uint64_t)slot);
    array->stamp[slot] = ++outer->now;
    return slot;
}
