/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Some bits for each line that a level ever had.
 *
 * Lines are kept in groups of 64 neighbours, in a hash with open addressing by the group's number,
 * at most half full.  Nothing is ever removed but all together.
 *
 * Cost: a search for each line that is looked up, and 40 to 160 bytes for each group.
 */
#pragma once

#include "stream/mem.h"

enum msim_line_bit {
    MSIM_LINE_SEEN,  /* it was in the level, */
    MSIM_LINE_TAKEN, /* another core took it, and it has not come back, */
    MSIM_LINE_PAST,  /* a store past the caches did, */
    MSIM_LINE_EARLY, /* it was prefetched, and has not been used since */
    MSIM_LINE_BITS
};

struct msim_line_group {
    uint64_t number; /* of the group, + 1; 0: unused */
    uint64_t bits[MSIM_LINE_BITS];
};

struct msim_line_set {
    struct msim_line_group *groups;
    uint64_t mask, used;
    const struct msim_mem *mem;
};

void msim_line_set_init(struct msim_line_set *set, const struct msim_mem *mem);
void msim_line_set_empty(struct msim_line_set *set);

/* The group of a line, which is made if there is none. */
struct msim_line_group *msim_line_group(struct msim_line_set *set, uint64_t line);

static inline uint64_t msim_line_bit(uint64_t line)
{
    return UINT64_C(1) << line % 64;
}
