/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The levels of outer.h. */
#include "outer.h"

static bool init_array(struct msim_array *array, const struct msim_mem *mem,
                       const struct msim_geometry *geometry, enum msim_level level)
{
    if (!geometry->units)
        return false;
    msim_array_init(array, mem, msim_geometry_sets(level, geometry), geometry->ways,
                    (unsigned)__builtin_ctz(geometry->line), NULL);
    return true;
}

static bool init_level(struct msim_array *array, const struct msim_mem *mem,
                       const struct msim_machine *machine, enum msim_level level)
{
    return init_array(array, mem, &machine->level[level], level);
}

static bool init_tlb(struct msim_outer_levels *outer, unsigned side, const struct msim_mem *mem,
                     const struct msim_machine *machine, enum msim_level level)
{
    if (machine->huge)
        init_array(&outer->big_l2tlb[side], mem, &machine->huge_level[level], level);
    return init_level(&outer->l2tlb[side], mem, machine, level);
}

void msim_outer_init(struct msim_outer_levels *outer, const struct msim_mem *mem,
                     const struct msim_machine *machine, struct msim_profile *profile)
{
    outer->profile = profile;
    outer->has_l2 = init_level(&outer->l2, mem, machine, MSIM_L2);
    outer->has_l3 = init_level(&outer->l3, mem, machine, MSIM_L3);
    outer->shared_tlb = init_tlb(outer, 0, mem, machine, MSIM_L2TLB);
    if (outer->shared_tlb) {
        outer->has_l2tlb[0] = outer->has_l2tlb[1] = true;
    } else {
        outer->has_l2tlb[0] = init_tlb(outer, 0, mem, machine, MSIM_L2ITLB);
        outer->has_l2tlb[1] = init_tlb(outer, 1, mem, machine, MSIM_L2DTLB);
    }
}

/* References all blocks of `ref`; true if any of them missed. */
static bool touch(struct msim_array *array, const struct msim_ref *ref, uint32_t *now)
{
    bool missed = false;
    uint64_t last = (ref->first + ref->size - 1) >> array->shift;
    for (uint64_t block = ref->first >> array->shift; block <= last; block++)
        missed |= msim_array_touch(array, block, ++*now);
    return missed;
}

/* True if it missed and L3 or an observer must see it. */
static bool touch_l2(struct msim_outer_levels *outer, const struct msim_ref *ref)
{
    ref->count[MSIM_MISS_L1]++;
    if (!outer->has_l2 || !touch(&outer->l2, ref, &outer->now))
        return false;
    ref->count[MSIM_MISS_L2]++;
    if (outer->has_l3)
        msim_array_prefetch(&outer->l3, ref->first >> outer->l3.shift);
    return outer->has_l3 || outer->observers;
}

/* The same for pages of two sizes, in pieces of 4 KB, which lie in one page of either size. */
static bool touch_pages(struct msim_outer_levels *outer, unsigned array, const struct msim_ref *ref)
{
    enum { PIECE = 4096 };
    bool missed = false;
    uint64_t last = ref->first + ref->size - 1;
    for (uint64_t at = ref->first; at <= last; at = (at | (PIECE - 1)) + 1) {
        bool is_big = msim_huge_has(outer->huge, at);
        struct msim_array *tlb = is_big ? &outer->big_l2tlb[array] : &outer->l2tlb[array];
        missed |= msim_array_touch(tlb, at >> tlb->shift, ++outer->now);
        if ((at | (PIECE - 1)) == UINT64_MAX)
            break;
    }
    return missed;
}

static bool miss_l2tlb(struct msim_outer_levels *outer, unsigned array, const struct msim_ref *ref)
{
    return outer->huge ? touch_pages(outer, array, ref)
                       : touch(&outer->l2tlb[array], ref, &outer->now);
}

static void touch_tlb(struct msim_outer_levels *outer, const struct msim_ref *ref)
{
    unsigned side = ref->kind != MSIM_FETCH;
    ref->count[MSIM_MISS_T1]++;
    if (outer->has_l2tlb[side] && miss_l2tlb(outer, side && !outer->shared_tlb, ref))
        ref->count[MSIM_MISS_T2]++;
}

void msim_outer_attach(struct msim_outer_levels *outer, const struct msim_miss_observer *observer)
{
    if (outer->observers < MSIM_MISS_OBSERVERS)
        outer->observer[outer->observers++] = *observer;
}

/* Shows the first `used` references of the queue to all observers. */
static void show(const struct msim_outer_levels *outer, enum msim_missed_level missed,
                 uint32_t used)
{
    for (unsigned i = 0; i < outer->observers; i++)
        outer->observer[i].misses(outer->observer[i].self, missed, outer->queue, used);
}

/* Handles the queue level by level; references that missed L2 move to its front. */
void msim_outer_drain(struct msim_outer_levels *outer)
{
    uint32_t missed_l2 = 0;
    show(outer, MSIM_MISSED_FIRST, outer->queued);
    for (uint32_t i = 0; i < outer->queued; i++) {
        const struct msim_ref *ref = &outer->queue[i];
        if (ref->missed & MSIM_MISS_TLB)
            touch_tlb(outer, ref);
        if (ref->missed & MSIM_MISS_CACHE && touch_l2(outer, ref))
            outer->queue[missed_l2++] = *ref;
    }
    show(outer, MSIM_MISSED_L2, missed_l2);
    for (uint32_t i = 0; outer->has_l3 && i < missed_l2; i++)
        if (touch(&outer->l3, &outer->queue[i], &outer->now))
            outer->queue[i].count[MSIM_MISS_L3]++;
    outer->queued = 0;
}

static void renumber(struct msim_array *array, bool is_there, uint32_t *now)
{
    if (!is_there)
        return;
    uint32_t last = msim_array_renumber(array);
    *now = *now > last ? *now : last;
}

void msim_outer_renumber(struct msim_outer_levels *outer)
{
    outer->now = 0;
    renumber(&outer->l2, outer->has_l2, &outer->now);
    renumber(&outer->l3, outer->has_l3, &outer->now);
    renumber(&outer->l2tlb[0], outer->has_l2tlb[0], &outer->now);
    renumber(&outer->l2tlb[1], outer->has_l2tlb[1] && !outer->shared_tlb, &outer->now);
    for (unsigned i = 0; i < 2 && outer->huge; i++)
        renumber(&outer->big_l2tlb[i], outer->has_l2tlb[i] && !(i && outer->shared_tlb),
                 &outer->now);
}
