/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The levels of beyond.h. */
#include "beyond.h"

#include "engine/sweep/sweep.h"

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

static bool init_tlb(struct msim_beyond *beyond, unsigned side, const struct msim_mem *mem,
                     const struct msim_machine *machine, enum msim_level level)
{
    if (machine->huge)
        init_array(&beyond->big_l2tlb[side], mem, &machine->huge_level[level], level);
    return init_level(&beyond->l2tlb[side], mem, machine, level);
}

void msim_beyond_init(struct msim_beyond *beyond, const struct msim_mem *mem,
                      const struct msim_machine *machine, struct msim_profile *profile)
{
    beyond->profile = profile;
    beyond->has_l2 = init_level(&beyond->l2, mem, machine, MSIM_L2);
    beyond->has_l3 = init_level(&beyond->l3, mem, machine, MSIM_L3);
    beyond->shared_tlb = init_tlb(beyond, 0, mem, machine, MSIM_L2TLB);
    if (beyond->shared_tlb) {
        beyond->has_l2tlb[0] = beyond->has_l2tlb[1] = true;
    } else {
        beyond->has_l2tlb[0] = init_tlb(beyond, 0, mem, machine, MSIM_L2ITLB);
        beyond->has_l2tlb[1] = init_tlb(beyond, 1, mem, machine, MSIM_L2DTLB);
    }
}

/* References every block of the bytes first..last; true if any of them missed. */
static bool touch(struct msim_array *array, const struct msim_ref *ref, uint32_t *now)
{
    bool missed = false;
    uint64_t last = (ref->first + ref->size - 1) >> array->shift;
    for (uint64_t block = ref->first >> array->shift; block <= last; block++)
        missed |= msim_array_touch(array, block, ++*now);
    return missed;
}

/* True if it missed and somebody beyond has to know. */
static bool touch_l2(struct msim_beyond *beyond, const struct msim_ref *ref)
{
    ref->count[MSIM_MISS_L1]++;
    if (!beyond->has_l2 || !touch(&beyond->l2, ref, &beyond->now))
        return false;
    ref->count[MSIM_MISS_L2]++;
    if (beyond->has_l3)
        msim_array_prefetch(&beyond->l3, ref->first >> beyond->l3.shift);
    return beyond->has_l3 || beyond->sweep;
}

/* The same for pages of two sizes, by pieces that lie in one page whichever it is. */
static bool touch_pages(struct msim_beyond *beyond, unsigned array, const struct msim_ref *ref)
{
    enum { PIECE = 4096 };
    bool missed = false;
    uint64_t last = ref->first + ref->size - 1;
    for (uint64_t at = ref->first; at <= last; at = (at | (PIECE - 1)) + 1) {
        bool is_big = msim_huge_has(beyond->huge, at);
        struct msim_array *tlb = is_big ? &beyond->big_l2tlb[array] : &beyond->l2tlb[array];
        missed |= msim_array_touch(tlb, at >> tlb->shift, ++beyond->now);
        if ((at | (PIECE - 1)) == UINT64_MAX)
            break;
    }
    return missed;
}

static bool miss_l2tlb(struct msim_beyond *beyond, unsigned array, const struct msim_ref *ref)
{
    return beyond->huge ? touch_pages(beyond, array, ref)
                        : touch(&beyond->l2tlb[array], ref, &beyond->now);
}

static void touch_tlb(struct msim_beyond *beyond, const struct msim_ref *ref)
{
    unsigned side = ref->kind != MSIM_FETCH;
    ref->count[MSIM_MISS_T1]++;
    if (beyond->has_l2tlb[side] && miss_l2tlb(beyond, side && !beyond->shared_tlb, ref))
        ref->count[MSIM_MISS_T2]++;
}

/* Level by level; what missed L2 moves to the front of the queue. */
void msim_beyond_drain(struct msim_beyond *beyond)
{
    uint32_t missed_l2 = 0;
    if (beyond->sweep)
        msim_sweep_first(beyond->sweep, beyond->queue, beyond->queued);
    for (uint32_t i = 0; i < beyond->queued; i++) {
        const struct msim_ref *ref = &beyond->queue[i];
        if (ref->missed & MSIM_MISS_TLB)
            touch_tlb(beyond, ref);
        if (ref->missed & MSIM_MISS_CACHE && touch_l2(beyond, ref))
            beyond->queue[missed_l2++] = *ref;
    }
    if (beyond->sweep)
        msim_sweep_second(beyond->sweep, beyond->queue, missed_l2);
    for (uint32_t i = 0; beyond->has_l3 && i < missed_l2; i++)
        if (touch(&beyond->l3, &beyond->queue[i], &beyond->now))
            beyond->queue[i].count[MSIM_MISS_L3]++;
    beyond->queued = 0;
}

static void renumber(struct msim_array *array, bool is_there, uint32_t *now)
{
    if (!is_there)
        return;
    uint32_t last = msim_array_renumber(array);
    *now = *now > last ? *now : last;
}

void msim_beyond_renumber(struct msim_beyond *beyond)
{
    beyond->now = 0;
    renumber(&beyond->l2, beyond->has_l2, &beyond->now);
    renumber(&beyond->l3, beyond->has_l3, &beyond->now);
    renumber(&beyond->l2tlb[0], beyond->has_l2tlb[0], &beyond->now);
    renumber(&beyond->l2tlb[1], beyond->has_l2tlb[1] && !beyond->shared_tlb, &beyond->now);
    for (unsigned i = 0; i < 2 && beyond->huge; i++)
        renumber(&beyond->big_l2tlb[i], beyond->has_l2tlb[i] && !(i && beyond->shared_tlb),
                 &beyond->now);
}
