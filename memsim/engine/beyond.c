/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The levels of beyond.h. */
#include "beyond.h"

#include "port.h"

static bool init_level(struct msim_array *array, const struct msim_mem *mem,
                       const struct msim_machine *machine, enum msim_level level)
{
    const struct msim_geometry *geometry = &machine->level[level];
    if (!geometry->units)
        return false;
    msim_array_init(array, mem, msim_geometry_sets(level, geometry), geometry->ways,
                    (unsigned)__builtin_ctz(geometry->line));
    return true;
}

void msim_beyond_init(struct msim_beyond *beyond, const struct msim_mem *mem,
                      const struct msim_machine *machine, struct msim_profile *profile)
{
    beyond->profile = profile;
    beyond->has_l2 = init_level(&beyond->l2, mem, machine, MSIM_L2);
    beyond->has_l3 = init_level(&beyond->l3, mem, machine, MSIM_L3);
    beyond->shared_tlb = init_level(&beyond->l2tlb[0], mem, machine, MSIM_L2TLB);
    if (beyond->shared_tlb) {
        beyond->has_l2tlb[0] = beyond->has_l2tlb[1] = true;
    } else {
        beyond->has_l2tlb[0] = init_level(&beyond->l2tlb[0], mem, machine, MSIM_L2ITLB);
        beyond->has_l2tlb[1] = init_level(&beyond->l2tlb[1], mem, machine, MSIM_L2DTLB);
    }
}

/* References every block of the bytes first..last; true if any of them missed. */
static bool touch(struct msim_array *array, const struct msim_ref *ref, uint64_t *now)
{
    bool missed = false;
    uint64_t last = (ref->first + ref->size - 1) >> array->shift;
    for (uint64_t block = ref->first >> array->shift; block <= last; block++)
        missed |= msim_array_touch(array, block, ++*now);
    return missed;
}

static void touch_caches(struct msim_beyond *beyond, const struct msim_ref *ref, uint64_t *count)
{
    count[MSIM_MISS_L1]++;
    if (!beyond->has_l2 || !touch(&beyond->l2, ref, &beyond->now))
        return;
    count[MSIM_MISS_L2]++;
    if (beyond->has_l3 && touch(&beyond->l3, ref, &beyond->now))
        count[MSIM_MISS_L3]++;
}

static void touch_tlbs(struct msim_beyond *beyond, const struct msim_ref *ref, uint64_t *count)
{
    count[MSIM_MISS_T1]++;
    if (beyond->has_l2tlb[ref->kind != MSIM_FETCH] &&
        touch(msim_beyond_tlb(beyond, ref->kind), ref, &beyond->now))
        count[MSIM_MISS_T2]++;
}

void msim_beyond_drain(struct msim_beyond *beyond)
{
    for (uint32_t i = 0; i < beyond->queued; i++) {
        const struct msim_ref *ref = &beyond->queue[i];
        uint64_t *count = msim_profile_row(beyond->profile, ref->site)->count[ref->kind];
        if (ref->missed & MSIM_MISS_CACHE)
            touch_caches(beyond, ref, count);
        if (ref->missed & MSIM_MISS_TLB)
            touch_tlbs(beyond, ref, count);
    }
    beyond->queued = 0;
}
