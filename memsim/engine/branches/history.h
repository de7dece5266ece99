/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the program's branches did before, for predictors with several tables, each of which looks
 * back over a history of another length.
 *
 * The history is a row of bits, the newest first.  A table cannot have an entry for each history of
 * 190 bits, so each history is folded into 16 bits: it is a polynomial with these coefficients, and
 * the fold is what remains when it is divided by a primitive one.  (Bits that were merely added at
 * their distance modulo some width would cancel each other in loops of that many rounds.)  The fold
 * and a hash of the branch's address make the place and the tag of an entry, in 16 bits:
 *
 *     place = ((fold ^ hash) * a factor of the table) / 2^4
 *     tag   = ((fold ^ hash / 2^16) * another factor) / 2^5
 *
 * A new bit multiplies each fold by x and is added; the bit that is as old as the history is long
 * leaves it, which is an addition, too.  All tables are treated at once, in the lanes of a vector.
 * Every 16 bits, each lane gets the next 16 that will leave it; histories of up to 16 bits are
 * their own folds, and end at a mask.
 *
 * Cost: thirty instructions a bit.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    MSIM_HISTORY_TABLES = 8,
    MSIM_HISTORY_PLACE_BITS = 12,
    MSIM_HISTORY_TAG_BITS = 11,
    MSIM_HISTORY_WORDS = 3,
    MSIM_HISTORY_POLYNOMIAL = 0x100b /* x^16 + x^12 + x^3 + x + 1 */
};

/* A number for each table. */
typedef uint16_t msim_lanes __attribute__((vector_size(2 * MSIM_HISTORY_TABLES)));
typedef int16_t msim_signed_lanes __attribute__((vector_size(2 * MSIM_HISTORY_TABLES)));

struct msim_history {
    msim_lanes fold;
    msim_lanes leaving;                /* the bits that will leave it next, the first on top */
    msim_lanes leaves;                 /* what is added when a bit leaves */
    msim_lanes mask;                   /* of folds */
    uint64_t bits[MSIM_HISTORY_WORDS]; /* without the last `fresh` ones */
    uint32_t fresh;                    /* 1, and these: at 2^16 they are added to the others */
};

void msim_history_init(struct msim_history *history);

/* Takes the fresh bits to the others. */
void msim_history_settle(struct msim_history *history);

/* All ones where the uppermost bit is set. */
static inline msim_lanes msim_history_tops(msim_lanes lanes)
{
    return (msim_lanes)((msim_signed_lanes)lanes >> 15);
}

static inline void msim_history_add(struct msim_history *history, bool bit)
{
    msim_lanes fold = history->fold, leaving = history->leaving;
    fold = (fold << 1) ^ (uint16_t)bit ^
           (msim_history_tops(fold) & (uint16_t)MSIM_HISTORY_POLYNOMIAL) ^
           (msim_history_tops(leaving) & history->leaves);
    history->fold = fold & history->mask;
    history->leaving = leaving << 1;
    history->fresh = history->fresh << 1 | bit;
    if (__builtin_expect(history->fresh >> 16, 0))
        msim_history_settle(history);
}

/* Where each table has its entry for a branch with this hash of its address. */
static inline msim_lanes msim_history_places(const struct msim_history *history, uint64_t hash)
{
    const msim_lanes factor = {0x9e37, 0x79b9, 0x7f4b, 0x7c15, 0xd6e9, 0xfeb9, 0x6659, 0xfd93};
    return ((history->fold ^ (uint16_t)hash) * factor) >> (16 - MSIM_HISTORY_PLACE_BITS);
}

/* The tag that its entries there have. */
static inline msim_lanes msim_history_tags(const struct msim_history *history, uint64_t hash)
{
    const uint16_t factor = 0xb58d;
    return ((history->fold ^ (uint16_t)(hash >> 16)) * factor) >> (16 - MSIM_HISTORY_TAG_BITS);
}

/* Of lanes that are all ones or 0: bit 8 * i + 7 is set for lane i. */
static inline uint64_t msim_history_hits(msim_lanes lanes)
{
    typedef uint8_t bytes __attribute__((vector_size(MSIM_HISTORY_TABLES)));
    return (uint64_t) __builtin_convertvector(lanes & 0x80, bytes);
}

/* The table with the longest history among these hits, from 1 on, which is removed from them; 0:
 * none was hit. */
static inline unsigned msim_history_longest(uint64_t *hits)
{
    unsigned top = 63 - (unsigned)__builtin_clzll(*hits | 1);
    *hits &= ~(UINT64_C(1) << top);
    return (top + 1) / 8;
}
