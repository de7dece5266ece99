/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The memory of a set-associative array (array.h): its slots, set after set.
 *
 *     slot = set * stride + way      low[slot]     block + 1, lower 32 bits; 0 if empty
 *                                    high[slot]    upper 32 bits
 *                                    stamp[slot]   time of last use, 0 if empty
 *
 * `stride` is the number of ways rounded up to a multiple of four, because a set is searched four
 * ways at a time.  The slots after the last way have a stamp that is never the oldest.  The upper
 * halves are nearly always 0; they are read only from the first block on that needs them.  All
 * starts as zeros, so only the sets that the program uses touch memory: 16 ways take two cache
 * lines.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct msim_assoc;
struct msim_policy;
struct msim_miss_reasons;

struct msim_array {
    uint32_t *low, *high, *stamp;
    bool any_high;
    bool usual; /* LRU, sets are scanned, and their number is a power of two */
    uint64_t sets;
    uint64_t mask; /* sets - 1 where sets is a power of two, else 0 */
    uint32_t ways, stride;
    unsigned shift;                    /* address to block */
    struct msim_assoc *assoc;          /* NULL: sets are scanned */
    const struct msim_policy *policy;  /* NULL: LRU */
    uint64_t parameter;                /* of the policy */
    uint64_t *filled;                  /* by slot: the number of its fill; NULL: not kept */
    uint64_t fills;                    /* if there is a policy */
    uint64_t *state;                   /* by set: the policy's; NULL: it has none */
    struct msim_miss_reasons *reasons; /* why it misses (reasons.h); NULL: nothing asks */
    /* By slot, where lines are followed (outer/traffic.h); NULL: they are not. */
    uint8_t *dirty;           /* it has what the levels after it lack; of empty slots, anything */
    uint64_t *origin;         /* the block by the program's addresses, if it is another one here */
    uint64_t soiled, cleaned; /* how often a block became dirty, how often a dirty one left */
};

static inline uint64_t msim_array_slots(const struct msim_array *array)
{
    return array->sets * array->stride;
}

/* Block + 1; 0: the slot is empty. */
static inline uint64_t msim_array_tag(const struct msim_array *array, uint64_t slot)
{
    return (array->any_high ? (uint64_t)array->high[slot] << 32 : 0) | array->low[slot];
}
