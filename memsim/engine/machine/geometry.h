/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The shapes of a machine's caches and TLBs, and how users write them.
 *
 *     cache   size,ways,line      8388608,8,64   32K,8,64   1.25M,10,64   32K,full,64
 *     TLB     entries,ways[,page] 64,4           1536,6     48,full,16K
 *
 * Every geometry that a set-associative array can have is accepted: the number of sets need not be
 * a power of two.  A geometry that cannot be built is refused with the reason; nothing is rounded.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core.h"
#include "cores.h"

/* A cache has `units` bytes and lines of `line` bytes; a TLB has `units` entries and pages of
 * `line` bytes.  units == 0: the level is absent. */
struct msim_geometry {
    uint64_t units;
    uint32_t ways;
    uint32_t line;
};

enum msim_level {
    MSIM_I1,
    MSIM_D1,
    MSIM_L2,
    MSIM_L3,
    MSIM_ITLB,
    MSIM_DTLB,
    MSIM_L2TLB,  /* for both sides, */
    MSIM_L2ITLB, /* or one for each: then MSIM_L2TLB is absent */
    MSIM_L2DTLB,
    MSIM_LEVELS
};

/* What takes time (cycles.h).  The latency of a level is the cost of a reference that it serves. */
enum msim_latency {
    MSIM_LATENCY_L2,
    MSIM_LATENCY_L3,
    MSIM_LATENCY_MEMORY,
    MSIM_LATENCY_L2TLB,
    MSIM_LATENCY_WALK,
    MSIM_LATENCY_TRANSFER, /* of a line from another core */
    MSIM_LATENCIES
};

/* Used for unknown latencies: of a miss of the first level, additionally of the last level, and of
 * a transfer. */
enum { MSIM_USUAL_MISS = 10, MSIM_USUAL_LAST_MISS = 100, MSIM_USUAL_TRANSFER = 60 };

/* Which addresses lie in pages of 2 MB (huge.h). */
enum msim_huge { MSIM_HUGE_NONE, MSIM_HUGE_HEAP, MSIM_HUGE_ALL, MSIM_HUGE_RANGE };

enum { MSIM_HUGE_PAGE = 2 << 20 };

/* Which physical pages L2 and L3 are indexed by (ports/pageframes.h). */
enum msim_physical {
    MSIM_PHYSICAL_SAME,
    MSIM_PHYSICAL_SCATTERED,
    MSIM_PHYSICAL_CONTIGUOUS,
    MSIM_PHYSICALS
};

/* Which levels have fully associative companions of the same size (arrays/companion.h): none, or
 * those that misses are passed to, or first levels, too. */
enum msim_layout { MSIM_LAYOUT_NO, MSIM_LAYOUT_MISSES, MSIM_LAYOUT_ALL };

/* What becomes of written lines (outer/traffic.h): nothing is known of them, or they are dirty in D1
 * until they leave it, or each write goes to the next level, too. */
enum msim_write { MSIM_WRITE_NONE, MSIM_WRITE_BACK, MSIM_WRITE_THROUGH };

/* What L2 and L3 have of what the levels inside them have: as it comes, all, or nothing. */
enum msim_inclusion { MSIM_NEITHER, MSIM_INCLUSIVE, MSIM_EXCLUSIVE };

/* Columns that observers may add to the counts (counts.h). */
enum { MSIM_OBSERVED_COUNTS = 20, MSIM_OBSERVED_MAX = 60 };

/* Levels with prefetchers, and how many each can have. */
enum { MSIM_PREFETCH_LEVELS = MSIM_L3 - MSIM_D1 + 1, MSIM_PREFETCHERS_MAX = 4 };

/* A name of policies/policy.h; "": LRU. */
struct msim_policy_name {
    char text[24];
};

struct msim_machine {
    struct msim_geometry level[MSIM_LEVELS];
    struct msim_geometry huge_level[MSIM_LEVELS]; /* of TLBs: entries for pages of 2 MB */
    enum msim_huge huge;
    uint64_t huge_first, huge_last; /* MSIM_HUGE_RANGE */
    enum msim_physical physical;
    uint32_t latency[MSIM_LATENCIES]; /* in cycles; 0: unknown */
    enum msim_layout layout;
    bool why; /* each miss of data has a reason (arrays/reasons.h) */
    struct msim_core core;
    bool core_known;       /* it is described; else it has usual values */
    const char *core_name; /* the shipped machine that has this core; NULL: none */
    struct msim_cores cores;
    struct msim_policy_name policy[MSIM_LEVELS];
    bool real; /* policies are those of its description (--model) */
    /* Of D1, L2 and L3, by msim_prefetch_place: names of prefetchers/prefetcher.h; "": no more. */
    struct msim_policy_name prefetch[MSIM_PREFETCH_LEVELS][MSIM_PREFETCHERS_MAX];
    bool hints; /* what the program prefetches comes into D1 or L2 (--hints) */
    enum msim_write write;
    bool passes_writes; /* a write that misses D1 brings nothing in */
    enum msim_inclusion inclusion[MSIM_LEVELS];
    const char *predictor; /* the name of those that foresee branches; NULL: none are counted */
    const struct msim_observed *observed[MSIM_OBSERVED_MAX]; /* columns of observers, then NULL */
    /* Cycles are those of the first instructions, and then of so many in so many, in the end in more;
     * 0: of all. */
    uint32_t whole, counted, period, longest_period;
};

/* Conditions of columns (base/observer.h): the machine has this level. */
static inline bool msim_has_d1(const struct msim_machine *machine)
{
    return machine->level[MSIM_D1].units;
}

static inline bool msim_has_l2(const struct msim_machine *machine)
{
    return machine->level[MSIM_L2].units;
}

static inline bool msim_has_l3(const struct msim_machine *machine)
{
    return machine->level[MSIM_L3].units;
}

/* D1, L2 and L3 are 0, 1 and 2; others are larger. */
static inline unsigned msim_prefetch_place(enum msim_level level)
{
    return (unsigned)level - MSIM_D1;
}

static inline bool msim_has_prefetchers(const struct msim_machine *machine, enum msim_level level)
{
    unsigned place = msim_prefetch_place(level);
    return place < MSIM_PREFETCH_LEVELS && machine->prefetch[place][0].text[0];
}

/* True: any level has prefetchers. */
static inline bool msim_prefetches(const struct msim_machine *machine)
{
    return msim_has_prefetchers(machine, MSIM_D1) || msim_has_prefetchers(machine, MSIM_L2) ||
           msim_has_prefetchers(machine, MSIM_L3);
}

/* True: lines come into some level before they are referenced. */
static inline bool msim_brings_ahead(const struct msim_machine *machine)
{
    return machine->hints || msim_prefetches(machine);
}

/* True: they come into this one because it has prefetchers, or the program asks for them. */
static inline bool msim_comes_ahead(const struct msim_machine *machine, enum msim_level level)
{
    return msim_has_prefetchers(machine, level) ||
           (machine->hints && (level == MSIM_D1 || level == MSIM_L2) &&
            machine->level[level].units);
}

/* True: several cores share this L2 or L3. */
bool msim_is_shared_level(const struct msim_machine *machine, enum msim_level level);

/* True: lines are followed on their way in and out (outer/traffic.h). */
static inline bool msim_follows_lines(const struct msim_machine *machine)
{
    return machine->write || machine->passes_writes || machine->inclusion[MSIM_L2] ||
           machine->inclusion[MSIM_L3];
}

/* The number of simulated cores. */
static inline uint32_t msim_machine_cores(const struct msim_machine *machine)
{
    return machine->cores.used > 1 && machine->level[MSIM_D1].units ? machine->cores.used : 1;
}

static inline bool msim_is_tlb(enum msim_level level)
{
    return level >= MSIM_ITLB;
}

/* How many neighbouring cores share one such level; 0 or MSIM_CORES_ALL: all. */
static inline uint32_t msim_level_sharing(const struct msim_machine *machine, enum msim_level level)
{
    const struct msim_cores *cores = &machine->cores;
    if (level == MSIM_L2)
        return cores->l2_sharing;
    if (level == MSIM_L3)
        return cores->l3_sharing;
    return level >= MSIM_L2TLB ? cores->l2tlb_sharing : 1;
}

/* Reads what a user wrote for `level`.  NULL: done.  Else what is wrong and what is allowed, and
 * *geometry is unchanged.  A second-level TLB has no page size of its own: `line` is 0 until
 * msim_machine_check() sets it. */
const char *msim_geometry_read(enum msim_level level, const char *text,
                               struct msim_geometry *geometry);

/* Makes a geometry of these numbers; 0 ways: fully associative.  NULL: done.  Else why it cannot be
 * built, and *geometry is unchanged. */
const char *msim_geometry_make(enum msim_level level, uint64_t units, uint64_t ways, uint64_t line,
                               struct msim_geometry *geometry);

/* Gives second-level TLBs the page size of the first level.  NULL, or why the levels do not fit
 * together. */
const char *msim_machine_check(struct msim_machine *machine);

static inline uint64_t msim_geometry_sets(enum msim_level level, const struct msim_geometry *of)
{
    return msim_is_tlb(level) ? of->units / of->ways : of->units / of->ways / of->line;
}
