/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What became of the lines that came into a level before they were referenced: because its
 * prefetchers asked for them, or the program did, which count in columns of their own.
 *
 * Each request is issued, and then either redundant, as the level held the line, or
 * the line is marked in its slot.  The mark ends with the first reference, or prefetch of the level
 * before, that finds the line: it was used; or when the line goes: it was not.  What is marked at
 * the end is left.  So
 *
 *     issued = redundant + used + unused + left
 *
 * for each source line, context and part, which are those of the reference that caused it.  What is
 * not collected then counts nowhere, whatever becomes of it.
 *
 * Each level also adds up all of it by itself, for all cores that have one, and `left` is what slots
 * have: so that the sums of all rows can be compared with this (msim_prefetch_sums_wrong).
 *
 * Cost: 16 bytes for each line of a level into which lines come so, and a bit, which nearly all
 * references look at alone.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/parts/cause.h"
#include "stream/mem.h"

enum msim_fate { MSIM_ISSUED, MSIM_REDUNDANT, MSIM_USED, MSIM_UNUSED, MSIM_LEFT, MSIM_FATES };

/* Who asks. */
enum msim_asker { MSIM_BY_PREFETCHER, MSIM_BY_PROGRAM, MSIM_ASKERS };

/* What a level counts, in all caches that there are of it. */
struct msim_prefetch_sums {
    bool asks[MSIM_ASKERS]; /* who does; nobody: no line comes into the level so */
    enum msim_kind kind;    /* that stands for the level (machine/counts.list) */
    unsigned hints; /* of what the program asks for: the observer's column (machine/counts.h) for
                       MSIM_ISSUED; those of other fates follow */
    const struct msim_prefetch_counter *counter;
    uint64_t total[MSIM_ASKERS][MSIM_FATES];
};

/* One of its caches. */
struct msim_prefetched {
    uint64_t *marked; /* a bit for each slot; NULL: no line comes into the level so */
    struct msim_prefetch_cause *line; /* by slot, of what is marked */
    uint64_t slots;
    struct msim_prefetch_sums *sums;
};

void msim_prefetch_sums_init(struct msim_prefetch_sums *sums, const struct msim_machine *machine,
                             enum msim_level level, const struct msim_prefetch_counter *counter);

void msim_prefetched_init(struct msim_prefetched *of, const struct msim_mem *mem, uint64_t slots,
                          struct msim_prefetch_sums *sums);

/* A line is asked for, and comes to the slot. */
void msim_prefetched_place(struct msim_prefetched *of, const struct msim_prefetch_cause *cause,
                           uint64_t slot);

/* Lines are asked for that were there. */
void msim_prefetched_redundant(struct msim_prefetched *of, const struct msim_prefetch_cause *cause,
                               uint64_t times);

/* The mark of the slot ends. */
void msim_prefetched_end(struct msim_prefetched *of, uint64_t slot, enum msim_fate fate);

static inline bool msim_prefetched_has(const struct msim_prefetched *of, uint64_t slot)
{
    return of->marked && of->marked[slot / 64] >> slot % 64 & 1;
}

/* The line in the slot is used.  True: it was prefetched, and not used before. */
static inline bool msim_prefetched_use(struct msim_prefetched *of, uint64_t slot)
{
    if (__builtin_expect(!msim_prefetched_has(of, slot), 1))
        return false;
    msim_prefetched_end(of, slot, MSIM_USED);
    return true;
}

/* The line in the slot goes. */
static inline void msim_prefetched_go(struct msim_prefetched *of, uint64_t slot)
{
    if (__builtin_expect(msim_prefetched_has(of, slot), 0))
        msim_prefetched_end(of, slot, MSIM_UNUSED);
}

/* All lines go. */
void msim_prefetched_empty(struct msim_prefetched *of);

/* What is left is counted; false: not any more. */
void msim_prefetched_leave(const struct msim_prefetched *of, bool counted);

/* Counts of parts from `part` on were forgotten, or all: what is marked counts no more. */
void msim_prefetched_forget(struct msim_prefetched *of, uint32_t part);

/* The same; `rows`: the sum of what remains. */
void msim_prefetch_sums_forget(struct msim_prefetch_sums *sums, const struct msim_row *rows);

/* True: `rows`, the sum of all rows, is not what was counted here, or the sum does not hold. */
bool msim_prefetch_sums_wrong(const struct msim_prefetch_sums *sums, const struct msim_row *rows);
