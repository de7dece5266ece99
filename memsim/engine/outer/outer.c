/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The levels of outer.h. */
#include "outer.h"

#include "ahead.h"
#include "counting.h"
#include "engine/arrays/dirty.h"
#include "traffic.h"

enum { AHEAD = 16 }; /* references whose memory is being prefetched */

/* The block, which lies in one page, where physical memory has it; `frames` is NULL: as it is. */
static inline uint64_t touched(struct msim_pageframes *frames, uint64_t block, unsigned shift)
{
    return frames ? msim_pageframes_touch(frames, block << shift) >> shift : block;
}

/* References a block in an array that tells why it misses; the same results as below. */
static __attribute__((noinline)) bool touch_and_see(struct msim_array *array,
                                                    struct msim_companion *companion,
                                                    uint64_t block, uint32_t *now, bool *full)
{
    bool missed, full_missed = false;
    if (companion)
        missed = msim_companion_touch(companion, block, &full_missed);
    else
        full_missed = missed = msim_array_touch(array, block, ++*now);
    msim_reasons_see(array->reasons, block, missed, full_missed);
    *full |= full_missed;
    return missed;
}

/* References the blocks that contain the bytes from `first` to `last`; true if any of them missed,
 * and *full if any missed in a fully associative array.  `frames`: NULL for TLBs. */
static bool touch_blocks(struct msim_array *array, struct msim_companion *companion,
                         struct msim_pageframes *frames, uint64_t first, uint64_t last,
                         uint32_t *now, bool *full)
{
    bool missed = false;
    last >>= array->shift;
    for (uint64_t block = first >> array->shift; block <= last; block++) {
        uint64_t at = touched(frames, block, array->shift);
        if (__builtin_expect(array->reasons != NULL, 0))
            missed |= touch_and_see(array, companion, at, now, full);
        else if (companion)
            missed |= msim_companion_touch(companion, at, full);
        else
            *full |= missed |= msim_array_touch(array, at, ++*now);
    }
    return missed;
}

static bool touch(struct msim_array *array, struct msim_companion *companion,
                  struct msim_pageframes *frames, const struct msim_ref *ref, uint32_t *now,
                  bool *full)
{
    return touch_blocks(array, companion, frames, ref->first, ref->first + ref->size - 1, now,
                        full);
}

/* Prefetches what a later reference needs of a cache. */
static inline void prefetch_block(struct msim_outer_levels *outer, const struct msim_array *array,
                                  const struct msim_ref *ref)
{
    msim_array_prefetch(array, msim_pageframes_find(&outer->frames, ref->first) >> array->shift);
}

/* What another core's cache supplies misses only the levels that the core has to itself. */
static inline bool counts_miss(const struct msim_outer_levels *outer, const struct msim_ref *ref,
                               bool is_private)
{
    return outer->cores == 1 || is_private || !(ref->missed & MSIM_REF_FROM_CORE);
}

/* True if it missed. */
static bool touch_l2(struct msim_outer_levels *outer, const struct msim_ref *ref, uint64_t *count)
{
    bool full = false;
    msim_add_miss(outer, ref, count, MSIM_MISS_L1);
    if (!outer->has_l2)
        return false;
    bool missed = outer->prefetches ? msim_ahead_touch(outer, MSIM_L2, ref)
                                    : touch(outer->at.l2, outer->full_l2, &outer->frames, ref,
                                            &outer->now, &full);
    if (full && outer->has_companions)
        msim_add_full(outer, ref, count, MSIM_FULL_L2);
    if (!missed)
        return false;
    if (counts_miss(outer, ref, outer->private_l2))
        msim_add_miss(outer, ref, count, MSIM_MISS_L2);
    if (outer->has_l3)
        prefetch_block(outer, outer->at.l3, ref);
    return true;
}

/* The same for pages of two sizes, in pieces of 4 KB, which lie in one page of either size. */
static bool touch_pages(struct msim_outer_levels *outer, unsigned array, const struct msim_ref *ref,
                        bool *full)
{
    enum { PIECE = 4096 };
    bool missed = false;
    uint64_t last = ref->first + ref->size - 1;
    for (uint64_t at = ref->first; at <= last; at = (at | (PIECE - 1)) + 1) {
        bool is_big = msim_huge_has(&outer->huge, at);
        struct msim_array *tlb = is_big ? outer->at.big_l2tlb[array] : outer->at.l2tlb[array];
        struct msim_companion *companion =
            is_big ? outer->full_big_l2tlb[array] : outer->full_l2tlb[array];
        missed |= touch_blocks(tlb, companion, NULL, at, at, &outer->now, full);
        if ((at | (PIECE - 1)) == UINT64_MAX)
            break;
    }
    return missed;
}

static bool miss_l2tlb(struct msim_outer_levels *outer, unsigned array, const struct msim_ref *ref,
                       bool *full)
{
    if (outer->huge.huge)
        return touch_pages(outer, array, ref, full);
    return touch(outer->at.l2tlb[array], outer->full_l2tlb[array], NULL, ref, &outer->now, full);
}

/* True if it missed the last one. */
static bool touch_tlb(struct msim_outer_levels *outer, const struct msim_ref *ref, uint64_t *count)
{
    unsigned side = ref->kind != MSIM_FETCH;
    msim_add_miss(outer, ref, count, MSIM_MISS_T1);
    bool full = false, missed = outer->has_l2tlb[side] &&
                                miss_l2tlb(outer, side && !outer->shared_tlb, ref, &full);
    if (missed)
        msim_add_miss(outer, ref, count, MSIM_MISS_T2);
    if (full && outer->has_companions)
        msim_add_full(outer, ref, count, MSIM_FULL_T2);
    return missed;
}

/* --- A batch ------------------------------------------------------------------------------ */

static void show(const struct msim_outer_levels *outer, enum msim_missed_level missed,
                 const struct msim_ref *refs, uint32_t used)
{
    for (unsigned i = 0; i < outer->observers; i++)
        if (outer->observer[i].misses)
            outer->observer[i].misses(outer->observer[i].self, missed, refs, used);
}

static void show_outcomes(const struct msim_outer_levels *outer, const struct msim_ref *refs,
                          uint32_t used)
{
    for (unsigned i = 0; i < outer->observers; i++)
        if (outer->observer[i].served)
            outer->observer[i].served(outer->observer[i].self, refs, outer->outcome, used);
}

static inline void prefetch(struct msim_outer_levels *outer, const struct msim_ref *ref)
{
    if (!(ref->missed & MSIM_REF_MARKS))
        __builtin_prefetch(msim_count_of(outer, ref));
    if (outer->has_l2)
        prefetch_block(outer, outer->at.l2, ref);
}

static void touch_l3(struct msim_outer_levels *outer, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; outer->has_l3 && !outer->lines.on && i < to; i++) {
        const struct msim_ref *ref = &outer->missed_l2[i];
        bool full = false;
        bool missed = outer->prefetches ? msim_ahead_touch(outer, MSIM_L3, ref)
                                        : touch(outer->at.l3, outer->full_l3, &outer->frames, ref,
                                                &outer->now, &full);
        if (missed && counts_miss(outer, ref, false)) {
            msim_add_miss(outer, ref, msim_count_of(outer, ref), MSIM_MISS_L3);
            outer->outcome[outer->of_batch[i]] |= MSIM_OUTCOME_L3;
        }
        if (full && outer->has_companions)
            msim_add_full(outer, ref, msim_count_of(outer, ref), MSIM_FULL_L3);
        if (outer->prefetches)
            msim_ahead_follow(outer, MSIM_L3, ref, missed);
    }
}

static void choose_context(struct msim_outer_levels *outer)
{
    if (outer->contexts)
        outer->context =
            outer->off ? &outer->unwanted_context
                       : msim_sparse_at(outer->contexts->observer.misses, outer->context_number);
}

/* What missed is forgotten; the profile loses what the parts from `part` on counted, or all if that
 * is all there is. */
static void forget(struct msim_outer_levels *outer, uint32_t part)
{
    for (uint32_t i = 0; i < outer->part_misses->small.table.used; i++) {
        const struct msim_pair *pair = msim_small_pair(&outer->part_misses->small, i);
        if (pair->first < part)
            continue;
        struct msim_row misses = msim_small_rows_at(outer->part_misses, i);
        if (part)
            msim_row_subtract(msim_profile_row(outer->profile, pair->second), &misses);
        msim_small_rows_reset(outer->part_misses, i);
    }
    for (uint32_t site = 0; !part && site < outer->profile->rows.used; site++) {
        struct msim_row *row = msim_profile_row(outer->profile, site);
        for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
            for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
                if (msim_is_outer_count(i))
                    row->count[kind][i] = 0;
    }
}

static void take_report(struct msim_outer_levels *outer, const struct msim_ref *mark)
{
    if (mark->kind >= MSIM_LINE_MARKS) {
        msim_traffic_mark(outer, mark);
    } else if (mark->kind == MSIM_FLUSH_COUNTS) {
        forget(outer, mark->site);
        if (outer->prefetches)
            msim_ahead_forget(outer, mark->site);
    } else if (mark->kind == MSIM_FLUSH_LEVELS) {
        msim_traffic_empty(outer);
        msim_outer_empty(outer);
        if (outer->prefetches)
            msim_ahead_empty(outer);
    } else {
        msim_ahead_report(outer, mark);
    }
}

/* What follows a mark belongs to another context, part or interval. */
static void take_mark(struct msim_outer_levels *outer, const struct msim_ref *mark)
{
    if (mark->missed & MSIM_REF_CONTEXT) {
        outer->context_number = mark->site;
        choose_context(outer);
        return;
    }
    if (mark->missed & MSIM_REF_FLUSH) {
        take_report(outer, mark);
        return;
    }
    if (!outer->has_parts && outer->contexts)
        msim_contexts_part_misses(outer->contexts);
    outer->has_parts = true;
    if (mark->missed & MSIM_REF_PART) {
        outer->part = mark->site;
        outer->off = mark->kind;
        choose_context(outer);
    } else {
        struct msim_row *interval = msim_table_add(&outer->intervals);
        if (interval)
            *interval = outer->total;
    }
}

/* What follows a reference that missed a first level, and perhaps L2; `followed`: all that it
 * missed, where lines are followed. */
static void go_ahead(struct msim_outer_levels *outer, const struct msim_ref *ref, bool missed,
                     unsigned followed)
{
    bool of_data = ref->kind != MSIM_FETCH;
    if (outer->has_l2 && outer->lines.on)
        msim_ahead_show(outer, ref, followed);
    else if (outer->has_l2)
        msim_ahead_follow(outer, MSIM_L2, ref, missed);
    if (!of_data || !outer->plain.reported)
        msim_plain_touch(&outer->plain, ref->first, ref->size, of_data, !outer->off);
}

/* A reference that missed a first level, where lines are followed: all levels at once.  Returns
 * what it missed of L2 and L3, and counts. */
static unsigned follow(struct msim_outer_levels *outer, const struct msim_ref *ref, uint64_t *count)
{
    msim_add_miss(outer, ref, count, MSIM_MISS_L1);
    unsigned missed = msim_traffic_refer(outer, ref);
    bool is_private = counts_miss(outer, ref, outer->private_l2);
    if (missed & MSIM_OUTCOME_L2 && is_private)
        msim_add_miss(outer, ref, count, MSIM_MISS_L2);
    if (missed & MSIM_OUTCOME_L3 && counts_miss(outer, ref, false))
        msim_add_miss(outer, ref, count, MSIM_MISS_L3);
    return missed;
}

/* Returns the number of references in outer->missed_l2. */
static uint32_t touch_all(struct msim_outer_levels *outer, const struct msim_ref *refs,
                          uint32_t used)
{
    uint32_t missed_l2 = 0, done = 0;
    for (uint32_t i = 0; i < used && i < AHEAD; i++)
        prefetch(outer, &refs[i]);
    for (uint32_t i = 0; i < used; i++) {
        const struct msim_ref *ref = &refs[i];
        if (i + AHEAD < used)
            prefetch(outer, ref + AHEAD);
        outer->outcome[i] = 0;
        if (__builtin_expect(ref->missed & MSIM_REF_MARKS, 0)) {
            touch_l3(outer, done, missed_l2);
            take_mark(outer, ref);
            if (msim_ref_empties(ref->missed, ref->kind) && outer->observers)
                outer->missed_l2[missed_l2++] = *ref;
            done = missed_l2;
            continue;
        }
        if (outer->prefetches && ref->missed & MSIM_MISS_CACHE)
            msim_ahead_meet(outer, ref->first, ref->first + ref->size - 1);
        uint64_t *count = msim_count_of(outer, ref);
        unsigned outcome = ref->missed & (MSIM_MISS_CACHE | MSIM_MISS_TLB);
        if (ref->missed & MSIM_MISS_TLB && touch_tlb(outer, ref, count))
            outcome |= MSIM_OUTCOME_T2;
        unsigned followed =
            outer->lines.on && ref->missed & MSIM_MISS_CACHE ? follow(outer, ref, count) : 0;
        bool missed = outer->lines.on
                          ? (followed & MSIM_OUTCOME_L2) != 0
                          : ref->missed & MSIM_MISS_CACHE && touch_l2(outer, ref, count);
        if (counts_miss(outer, ref, false))
            outcome |= followed & MSIM_OUTCOME_L3;
        if (missed) {
            outcome |= counts_miss(outer, ref, outer->private_l2) ? MSIM_OUTCOME_L2 : 0;
            outer->of_batch[missed_l2] = (uint16_t)i;
            outer->missed_l2[missed_l2++] = *ref;
        }
        outer->outcome[i] = (uint8_t)(outcome | (outer->off ? MSIM_OUTCOME_OFF : 0));
        if (outer->prefetches && ref->missed & MSIM_MISS_CACHE) {
            touch_l3(outer, done, missed_l2); /* its references precede what comes now */
            done = missed_l2;
            go_ahead(outer, ref, missed, followed);
        }
    }
    touch_l3(outer, done, missed_l2);
    return missed_l2;
}

/* How long a core waits for a reference; what is in first levels, or unknown, takes no time. */
static uint64_t wait_for(const struct msim_outer_levels *outer, const struct msim_ref *ref,
                         unsigned outcome)
{
    const uint32_t *latency = outer->latency;
    uint64_t cycles = 0;
    if (ref->missed & MSIM_MISS_TLB)
        cycles += latency[outcome & MSIM_OUTCOME_T2 ? MSIM_LATENCY_WALK : MSIM_LATENCY_L2TLB];
    if (!(ref->missed & MSIM_MISS_CACHE))
        return cycles;
    if (outcome & (outer->has_l3 ? MSIM_OUTCOME_L3 : MSIM_OUTCOME_L2))
        return cycles + latency[MSIM_LATENCY_MEMORY];
    return cycles + latency[outcome & MSIM_OUTCOME_L2 ? MSIM_LATENCY_L3 : MSIM_LATENCY_L2];
}

static void add_waiting(struct msim_outer_levels *outer, const struct msim_ref *refs, uint32_t used)
{
    for (uint32_t i = 0; outer->cores > 1 && i < used; i++)
        if (!(refs[i].missed & MSIM_REF_MARKS))
            outer->waited += wait_for(outer, &refs[i], outer->outcome[i]);
}

static void take_misses(void *self, const struct msim_ref *refs, uint32_t used)
{
    struct msim_outer_levels *outer = self;
    if (outer->now > outer->now_limit)
        msim_outer_renumber(outer);
    show(outer, MSIM_MISSED_FIRST, refs, used);
    uint32_t missed = touch_all(outer, refs, used);
    show(outer, MSIM_MISSED_L2, outer->missed_l2, missed);
    add_waiting(outer, refs, used);
    show_outcomes(outer, refs, used);
    if (outer->attributed)
        outer->attributed->attribution.outcomes(outer->attributed->attribution.self, refs,
                                                outer->attributed->number, outer->outcome, used);
}

static void take_mapping(void *self, const uint64_t *record)
{
    struct msim_outer_levels *outer = self;
    msim_huge_event(&outer->huge, record);
}

struct msim_miss_receiver msim_outer_receiver(struct msim_outer_levels *outer)
{
    return (struct msim_miss_receiver){take_misses, take_mapping, outer};
}

struct msim_taken msim_outer_take(struct msim_outer_levels *outer, uint32_t core,
                                  enum msim_level level, uint64_t line)
{
    struct msim_taken taken = {false, false};
    const struct msim_outer_core *of = &outer->core[core];
    struct msim_array *array = level == MSIM_L2 ? of->l2 : of->l3;
    int64_t slot = msim_array_find(array, line);
    if (slot == MSIM_NO_SLOT)
        return taken;
    taken.any = true;
    taken.dirty = array->dirty && msim_dirty_leave(array, (uint64_t)slot);
    msim_prefetched_go(&of->into[msim_prefetch_place(level)]->prefetched, (uint64_t)slot);
    msim_reasons_take(array, line, MSIM_LINE_TAKEN);
    return taken;
}

void msim_outer_take_unused(struct msim_outer_levels *outer, uint32_t core, uint64_t slot)
{
    msim_prefetched_end(&outer->core[core].into[0]->prefetched, slot, MSIM_UNUSED);
}
