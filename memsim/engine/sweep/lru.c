/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stacks of lru.h, and the loops over a batch, one for each width. */
#include "lru.h"

#include <stddef.h>

__extension__ typedef unsigned __int128 uint128;

static uint32_t width_for(uint32_t ways)
{
    uint32_t width = 1;
    while (width < ways && width < MSIM_SCAN_FRONT_MAX)
        width *= 2;
    return width;
}

uint64_t msim_lru_bytes(uint64_t sets, uint32_t largest, uint32_t wanted_used)
{
    uint64_t bytes = sets * width_for(largest) * sizeof(uint32_t);
    if (largest > MSIM_SCAN_FRONT_MAX)
        bytes += msim_deep_bytes(sets, largest - MSIM_SCAN_FRONT_MAX, wanted_used);
    return bytes;
}

static void init_deep(struct msim_lru *lru, const struct msim_mem *mem)
{
    uint32_t limits = lru->wanted_used - lru->near_used;
    uint32_t *limit = msim_get(mem, limits * sizeof *limit, 8);
    for (uint32_t i = 0; i < limits; i++)
        limit[i] = lru->wanted[lru->near_used + i] - MSIM_SCAN_FRONT_MAX;
    lru->deep = msim_deep_new(mem, lru->sets, limit, limits);
}

void msim_lru_init(struct msim_lru *lru, const struct msim_mem *mem, uint64_t sets,
                   const uint32_t *wanted, uint32_t wanted_used, uint32_t column, bool brief)
{
    lru->mem = mem;
    lru->sets = sets;
    lru->mask = sets & (sets - 1) ? 0 : sets - 1;
    lru->inverse = UINT64_MAX / sets;
    lru->shift = (unsigned)__builtin_ctzll(sets);
    lru->width = width_for(wanted[wanted_used - 1]);
    uint64_t tags = sets * lru->width;
    lru->brief = brief ? msim_get(mem, tags * sizeof *lru->brief, 64) : NULL;
    lru->tags = brief ? NULL : msim_get(mem, tags * sizeof *lru->tags, 64);
    lru->wide = NULL;
    lru->deep = NULL;
    lru->column = column;
    lru->wanted_used = wanted_used;
    lru->wanted = msim_get(mem, wanted_used * sizeof *lru->wanted, 8);
    for (uint32_t i = 0; i < wanted_used; i++)
        lru->wanted[i] = wanted[i];
    for (lru->near_used = 0; lru->near_used < wanted_used; lru->near_used++)
        if (wanted[lru->near_used] > MSIM_SCAN_FRONT_MAX)
            break;
    for (uint32_t depth = 0; depth <= MSIM_SCAN_FRONT_MAX; depth++)
        for (uint32_t i = 0; i < lru->near_used; i++)
            lru->bin[depth] = (uint8_t)(lru->bin[depth] + (wanted[i] <= depth));
    for (uint32_t depth = 0; depth <= MSIM_SCAN_FRONT_MAX; depth++)
        lru->bin_column[depth] = column + lru->bin[depth];
    if (lru->near_used < wanted_used)
        init_deep(lru, mem);
}

void msim_lru_empty(struct msim_lru *lru)
{
    uint64_t tags = lru->sets * lru->width;
    for (uint64_t i = 0; i < tags; i++)
        if (lru->brief)
            lru->brief[i] = 0;
        else if (lru->tags)
            lru->tags[i] = 0;
        else
            lru->wide[i] = 0;
    if (lru->deep)
        msim_deep_empty(lru->deep);
}

/* --- One block ---------------------------------------------------------------------------- */

/* block mod sets; the product's upper half is the quotient, or one less than it. */
static inline uint64_t remainder_of(const struct msim_lru *lru, uint64_t block)
{
    uint64_t quotient = (uint64_t)((uint128)block * lru->inverse >> 64);
    uint64_t rest = block - quotient * lru->sets;
    return rest >= lru->sets ? rest - lru->sets : rest;
}

static inline uint64_t set_of(const struct msim_lru *lru, uint64_t block)
{
    bool masked = lru->mask || lru->sets == 1;
    return masked ? block & lru->mask : remainder_of(lru, block);
}

static inline void prefetch(const struct msim_lru *lru, uint64_t block)
{
    uint64_t at = set_of(lru, block) * lru->width;
    __builtin_prefetch(lru->brief ? (const void *)(lru->brief + at) : lru->tags + at);
}

static uint32_t wide_front(uint64_t *values, uint32_t count, uint64_t value)
{
    uint32_t depth = 0;
    while (depth < count && values[depth] != value)
        depth++;
    for (uint32_t i = depth < count ? depth : count - 1; i > 0; i--)
        values[i] = values[i - 1];
    values[0] = value;
    return depth;
}

/* The bin of a block that is not in the first ways.  `fell`: the tag that was pushed out of
 * them. */
static uint32_t below(const struct msim_lru *lru, uint64_t set, uint64_t tag, uint64_t fell)
{
    return fell ? lru->near_used + msim_deep_touch(lru->deep, set, tag, fell) : lru->wanted_used;
}

/* References a block in any stack and returns its bin.  *at_front: it was at depth 0. */
static uint32_t any_touch(struct msim_lru *lru, uint64_t block, bool *at_front)
{
    uint64_t set = set_of(lru, block), tag = (block >> lru->shift) + 1;
    uint64_t last = (set + 1) * lru->width - 1,
             fell = lru->tags ? lru->tags[last] : lru->wide[last];
    uint32_t depth;
    if (lru->tags)
        depth = msim_scan_front(lru->tags + set * lru->width, lru->width, (uint32_t)tag);
    else
        depth = wide_front(lru->wide + set * lru->width, lru->width, tag);
    *at_front = depth == 0;
    if (depth < lru->width || !lru->deep)
        return lru->bin[depth];
    return below(lru, set, tag, fell);
}

/* --- A batch ------------------------------------------------------------------------------ */

static __attribute__((noinline)) uint32_t run_any(struct msim_lru *lru, struct msim_touch *touch,
                                                  uint32_t used)
{
    uint32_t left = 0;
    for (uint32_t i = 0; i < used; i++) {
        bool at_front;
        uint32_t bin = any_touch(lru, touch[i].block, &at_front);
        touch[i].counts[lru->column + bin]++;
        touch[left] = touch[i];
        left += !at_front;
    }
    return left;
}

/* The loop for a usual stack or for short tags; `width` and `brief` are constants for the
 * compiler. */
static inline __attribute__((always_inline)) uint32_t
run_width(const struct msim_lru *lru, struct msim_touch *touch, uint32_t used,
          const struct msim_lru *next, uint32_t width, bool brief)
{
    const uint64_t mask = lru->mask, next_mask = next->mask, next_width = next->width;
    const uint32_t *const next_tags = next->tags;
    const uint16_t *const next_short = next->brief;
    const unsigned shift = lru->shift;
    const uint32_t *const column = lru->bin_column;
    uint32_t *const tags = lru->tags;
    uint16_t *const short_tags = lru->brief;
    struct msim_touch *left = touch;
    for (const struct msim_touch *at = touch, *end = touch + used; at < end; at++) {
        uint64_t block = at->block, *counts = at->counts;
        uint64_t first = (block & mask) * width, ahead = (block & next_mask) * next_width;
        uint32_t depth;
        if (brief) {
            __builtin_prefetch(next_short + ahead);
            depth = msim_scan_front_short(short_tags + first, width,
                                          (uint16_t)(block >> MSIM_REGION_AT));
        } else {
            __builtin_prefetch(next_tags + ahead);
            depth = msim_scan_front(tags + first, width, (uint32_t)(block >> shift) + 1);
        }
        counts[column[depth]]++;
        left->block = block;
        left->counts = counts;
        left += depth != 0;
    }
    return (uint32_t)(left - touch);
}

static inline __attribute__((always_inline)) uint32_t
run_fast(const struct msim_lru *lru, struct msim_touch *touch, uint32_t used,
         const struct msim_lru *next, bool brief)
{
    switch (lru->width) {
    case 1:
        return run_width(lru, touch, used, next, 1, brief);
    case 2:
        return run_width(lru, touch, used, next, 2, brief);
    case 4:
        return run_width(lru, touch, used, next, 4, brief);
    case 8:
        return run_width(lru, touch, used, next, 8, brief);
    default:
        return run_width(lru, touch, used, next, 16, brief);
    }
}

/* True: a mask gives the set, and tags have 32 bits. */
static bool is_usual(const struct msim_lru *lru)
{
    return lru->tags && (lru->mask || lru->sets == 1);
}

/* The loop for a usual stack with a deep part, which most blocks do not reach. */
static __attribute__((noinline)) uint32_t run_deep(const struct msim_lru *lru,
                                                   struct msim_touch *touch, uint32_t used)
{
    struct msim_touch *left = touch;
    for (const struct msim_touch *at = touch, *end = touch + used; at < end; at++) {
        uint64_t block = at->block, *counts = at->counts + lru->column, set = block & lru->mask;
        uint32_t *tags = lru->tags + set * MSIM_SCAN_FRONT_MAX,
                 fell = tags[MSIM_SCAN_FRONT_MAX - 1];
        uint32_t tag = (uint32_t)(block >> lru->shift) + 1, bin;
        uint32_t depth = msim_scan_front_16(tags, tag);
        if (__builtin_expect(depth < MSIM_SCAN_FRONT_MAX, 1))
            bin = lru->bin[depth];
        else
            bin = below(lru, set, tag, fell);
        counts[bin]++;
        *left = *at;
        left += depth != 0;
    }
    return (uint32_t)(left - touch);
}

/* Changes to tags of 64 bits.  The old ones stay allocated: memory cannot be given back. */
static __attribute__((noinline)) void widen(struct msim_lru *lru)
{
    uint64_t tags = lru->sets * lru->width;
    lru->wide = msim_get(lru->mem, tags * sizeof *lru->wide, 64);
    for (uint64_t i = 0; i < tags; i++)
        lru->wide[i] = lru->tags[i];
    lru->tags = NULL;
}

void msim_lru_no_brief(struct msim_lru *lru, const uint64_t *region, unsigned shift)
{
    uint64_t tags = lru->sets * lru->width;
    const uint16_t *brief = lru->brief;
    lru->brief = NULL;
    lru->wide = msim_get(lru->mem, tags * sizeof *lru->wide, 64);
    uint64_t largest = 0;
    for (uint64_t i = 0; i < tags; i++) {
        if (brief[i])
            lru->wide[i] = (region[brief[i]] >> (lru->shift - shift)) + 1;
        largest |= lru->wide[i];
    }
    if (largest > UINT32_MAX)
        return;
    lru->tags = msim_get(lru->mem, tags * sizeof *lru->tags, 64);
    for (uint64_t i = 0; i < tags; i++)
        lru->tags[i] = (uint32_t)lru->wide[i];
    lru->wide = NULL;
}

uint32_t msim_lru_run(struct msim_lru *lru, struct msim_touch *touch, uint32_t used,
                      const struct msim_lru *next, uint64_t largest)
{
    if (lru->brief)
        return run_fast(lru, touch, used, next ? next : lru, true);
    if (__builtin_expect(largest >> lru->shift >= UINT32_MAX, 0) && lru->tags)
        widen(lru);
    if (!is_usual(lru))
        return run_any(lru, touch, used);
    if (lru->deep)
        return run_deep(lru, touch, used);
    return run_fast(lru, touch, used, next && is_usual(next) ? next : lru, false);
}

void msim_lru_prefetch(const struct msim_lru *lru, const struct msim_touch *touch, uint32_t used)
{
    for (uint32_t i = 0; !lru->wide && i < used; i++)
        prefetch(lru, touch[i].block);
}
