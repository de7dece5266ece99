/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The outer levels: L2, L3 and the second-level TLBs, shared by both sides.
 *
 * A level never changes the one before it (there is no back-invalidation), so its references can
 * wait as long as they keep their order.  The ports queue what missed; when the queue is full it is
 * handled level by level.  By then the memory that a level needs has been prefetched.  Misses of
 * the first level are counted here, too.  Observers of misses see the whole queue, then the part of
 * it that missed L2.
 */
#ifndef MSIM_ENGINE_CACHES_OUTER_H
#define MSIM_ENGINE_CACHES_OUTER_H

#include "engine/arrays/array.h"
#include "engine/base/observer.h"
#include "engine/machine/geometry.h"
#include "huge.h"
#include "profile.h"
#include "ref.h"

enum { MSIM_QUEUE = 512, MSIM_MISS_OBSERVERS = 8 };

/* Gets what missed, batch by batch: `misses` of an observer's row (base/observer.h). */
struct msim_miss_observer {
    void (*misses)(void *self, enum msim_missed_level level, const struct msim_ref *refs,
                   uint32_t used);
    void *self;
};

struct msim_outer_levels {
    struct msim_array l2, l3;
    struct msim_array l2tlb[2];     /* instructions, data; the first serves both if they share it */
    struct msim_array big_l2tlb[2]; /* the same for huge pages */
    struct msim_huge_map *huge;     /* which addresses are in huge pages; NULL: none */
    bool has_l2, has_l3, has_l2tlb[2], shared_tlb;
    uint32_t now;
    struct msim_profile *profile;
    struct msim_miss_observer observer[MSIM_MISS_OBSERVERS];
    unsigned observers;
    uint32_t queued;
    struct msim_ref queue[MSIM_QUEUE];
};

void msim_outer_init(struct msim_outer_levels *outer, const struct msim_mem *mem,
                     const struct msim_machine *machine, struct msim_profile *profile);

/* Attaches one of at most MSIM_MISS_OBSERVERS observers. */
void msim_outer_attach(struct msim_outer_levels *outer, const struct msim_miss_observer *observer);

void msim_outer_drain(struct msim_outer_levels *outer);

/* Renumbers the times from 1, before they run out. */
void msim_outer_renumber(struct msim_outer_levels *outer);

static inline void msim_outer_push(struct msim_outer_levels *outer, uint32_t site,
                                   enum msim_kind kind, uint64_t first, uint32_t size,
                                   unsigned missed)
{
    if (outer->queued == MSIM_QUEUE)
        msim_outer_drain(outer);
    struct msim_ref *ref = &outer->queue[outer->queued++];
    ref->first = first;
    ref->count = msim_profile_row(outer->profile, site)->count[kind];
    ref->site = site;
    ref->size = (uint16_t)size;
    ref->kind = (uint8_t)kind;
    ref->missed = (uint8_t)missed;
    __builtin_prefetch(ref->count);
    if (outer->has_l2)
        msim_array_prefetch(&outer->l2, first >> outer->l2.shift);
}

#endif
