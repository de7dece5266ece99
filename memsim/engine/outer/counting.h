/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where outer levels count what references miss: at the site, in the context and the part. */
#pragma once

#include "levels.h"

/* Adds to the total, and in its part; `whose`: and in that of its context. */
void msim_add_divided(struct msim_outer_levels *outer, const struct msim_ref *ref,
                      enum msim_count count, uint64_t times, bool whose);

static inline uint64_t *msim_count_of(struct msim_outer_levels *outer, const struct msim_ref *ref)
{
    if (__builtin_expect(outer->off, 0))
        return outer->unwanted.count[ref->kind];
    return msim_profile_row(outer->profile, ref->site)->count[ref->kind];
}

/* Adds at its site, whose counts are `at`, and in its context and part. */
static inline void msim_add_times(struct msim_outer_levels *outer, const struct msim_ref *ref,
                                  uint64_t *at, enum msim_count count, uint64_t times)
{
    at[count] += times;
    if (outer->contexts) {
        if (__builtin_expect(!outer->context, 0))
            outer->context = msim_contexts_misses(outer->contexts, outer->context_number);
        outer->context->count[ref->kind][count - MSIM_MISS_L1] += times;
    }
    if (__builtin_expect(outer->has_parts, 0))
        msim_add_divided(outer, ref, count, times, true);
    if (outer->inlined && !outer->off)
        msim_inlined_miss(outer->inlined, outer->context_number, ref->site, ref->kind, count,
                          times);
}

/* Adds a miss. */
static inline void msim_add_miss(struct msim_outer_levels *outer, const struct msim_ref *ref,
                                 uint64_t *at, enum msim_count count)
{
    msim_add_times(outer, ref, at, count, 1);
}

/* Adds a miss in the companion of a level; contexts have none. */
static inline void msim_add_full(struct msim_outer_levels *outer, const struct msim_ref *ref,
                                 uint64_t *at, enum msim_count count)
{
    at[count]++;
    if (__builtin_expect(outer->has_parts, 0))
        msim_add_divided(outer, ref, count, 1, false);
}
