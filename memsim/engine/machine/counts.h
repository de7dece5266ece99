/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is counted: for each kind of access the references, and how many of them missed each
 * level. */
#ifndef MSIM_ENGINE_MACHINE_COUNTS_H
#define MSIM_ENGINE_MACHINE_COUNTS_H

#include "geometry.h"
#include "stream/stream.h"

enum msim_count {
    MSIM_REFS,
    MSIM_MISS_L1,
    MSIM_MISS_L2,
    MSIM_MISS_L3,
    MSIM_MISS_T1, /* first-level TLB misses */
    MSIM_MISS_T2, /* page walks: misses of the last TLB level */
    MSIM_COUNTS,
    /* Misses of fully associative levels of the same size, their companions: */
    MSIM_FULL_L1 = MSIM_COUNTS,
    MSIM_FULL_L2,
    MSIM_FULL_L3,
    MSIM_FULL_T1,
    MSIM_FULL_T2,
    /* Of several cores (coherence/coherence.h): */
    MSIM_TRUE_SHARED,  /* misses by coherence, of bytes that other cores wrote, */
    MSIM_FALSE_SHARED, /* or of none that they wrote; */
    MSIM_TAKEN,        /* lines that another core's cache supplied, */
    MSIM_INVALIDATED,  /* and copies that other cores lost */
    MSIM_ALL_COUNTS
};

enum { MSIM_SHARED_COUNTS = MSIM_ALL_COUNTS - MSIM_TRUE_SHARED };

struct msim_row {
    uint64_t count[MSIM_KINDS][MSIM_ALL_COUNTS];
};

/* Companions' misses; profiles of calls do not have them. */
static inline bool msim_is_full_count(enum msim_count count)
{
    return count >= MSIM_FULL_L1 && count <= MSIM_FULL_T2;
}

/* Does this machine simulate this count of this kind?  Only then does the count have a column. */
bool msim_has_count(const struct msim_machine *machine, enum msim_kind kind, enum msim_count count);

void msim_row_add(struct msim_row *to, const struct msim_row *from);
/* `to` contains what is taken away. */
void msim_row_subtract(struct msim_row *to, const struct msim_row *from);
bool msim_row_is_zero(const struct msim_row *row);

#endif
