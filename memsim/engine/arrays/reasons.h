/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Why a level misses: each line that misses does so for one reason, the first of these that holds.
 *
 *     coherence    another core took the line since it was last there;
 *     past         a store that passes by the caches did (combining/buffers.h);
 *     prefetch     it had been prefetched, and was pushed out before it was used;
 *     first        it was never in the level;
 *     capacity     as many other lines as the level holds were used since it was used there last:
 *                  a fully associative LRU level of the same size, which sees the same references
 *                  and nothing else, would miss, too (companion.h);
 *     conflict     it would not: the line was lost to others of its set, or by the level's policy.
 *
 * A reference to several lines has the reason of the first one that missed.
 *
 * The companion is that of the array itself, where that is LRU and nothing but references changes
 * it; or one that keeps all its lines; or, for an array whose hits are not seen, the times of last
 * use (recent.h).
 *
 * Cost: a search for each miss (lineset.h), where lines are prefetched for each reference; and the
 * companion's.
 */
#pragma once

#include "array.h"
#include "companion.h"
#include "lineset.h"
#include "recent.h"

/* In the order of columns. */
enum msim_miss_reason {
    MSIM_REASON_FIRST,
    MSIM_REASON_CAPACITY,
    MSIM_REASON_CONFLICT,
    MSIM_REASON_COHERENCE,
    MSIM_REASON_PREFETCH,
    MSIM_REASON_PAST,
    MSIM_REASONS
};

struct msim_miss_reasons {
    struct msim_line_set lines;
    struct msim_companion *alone; /* keeps all its lines; NULL: the caller says what it missed, */
    struct msim_recent *recent;   /* or this knows; NULL: it does not */
    bool prefetches;              /* lines come before they are used */
    enum msim_miss_reason reason; /* of the reference that missed; MSIM_REASONS: it did not yet */
};

/* Makes a level that misses tell why.  `hits_seen`: msim_reasons_see() is called for all
 * references, else only msim_reasons_fill(); `full_known`: its caller knows what the companion
 * missed. */
void msim_reasons_attach(struct msim_array *array, const struct msim_mem *mem, bool hits_seen,
                         bool full_known);

/* A line was referenced, which missed the array, or not, and its companion. */
void msim_reasons_see(struct msim_miss_reasons *reasons, uint64_t line, bool missed, bool full);

/* The line missed, and is in this slot now, whose stamp is still that of what was there before;
 * MSIM_NO_BLOCK: nothing was, or it was prefetched, and not used. */
void msim_reasons_fill(struct msim_array *array, uint64_t slot, uint64_t line, uint64_t evicted);

/* The line is used, which was prefetched; of an array whose other hits are not seen. */
void msim_reasons_first(struct msim_miss_reasons *reasons, uint64_t line);

/* The line comes into this slot by a prefetch, whose stamp is as above. */
void msim_reasons_bring(struct msim_array *array, uint64_t slot, uint64_t line, uint64_t evicted);

/* The line, which is not there, comes by a prefetch. */
void msim_reasons_prefetch(struct msim_miss_reasons *reasons, uint64_t line);

/* A line was referenced, or asked for by a prefetcher of the level before, and missed or not; the
 * companion is not the caller's. */
void msim_reasons_reach(struct msim_miss_reasons *reasons, uint64_t line, bool prefetch,
                        bool missed);

/* The line is taken from any array, by what the bit says; false: it is not there. */
bool msim_reasons_take(struct msim_array *array, uint64_t line, enum msim_line_bit by);

/* The same, where it was taken already. */
void msim_reasons_taken(struct msim_miss_reasons *reasons, uint64_t line, enum msim_line_bit by);

/* The level is emptied. */
void msim_reasons_empty(struct msim_miss_reasons *reasons);

/* The reason why the reference missed that was seen last; the next one begins anew. */
static inline enum msim_miss_reason msim_reasons_end(struct msim_miss_reasons *reasons)
{
    enum msim_miss_reason reason = reasons->reason;
    reasons->reason = MSIM_REASONS;
    return reason;
}
