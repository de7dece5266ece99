/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One word per unit (sharing.h); those of units that were never set read as 0.
 *
 * Adjacent units form a group, found by a hash; recently used groups are found at once.
 *
 * Cost: 4 bytes a unit, in groups of 4 KB, which are 64 KB of the program's memory with lines of 64
 * bytes.
 */
#pragma once

#include "stream/mem.h"

enum {
    MSIM_UNIT_GROUP_SHIFT = 10,
    MSIM_UNIT_GROUP = 1 << MSIM_UNIT_GROUP_SHIFT,
    MSIM_UNIT_RECENT = 64
};

struct msim_unit_group {
    uint64_t number;              /* of its first unit >> MSIM_UNIT_GROUP_SHIFT */
    struct msim_unit_group *next; /* in its chain of the hash */
    uint32_t word[MSIM_UNIT_GROUP];
};

struct msim_units {
    const struct msim_mem *mem;
    struct msim_unit_group **heads;
    uint64_t heads_used; /* a power of two */
    uint64_t groups;
    struct msim_unit_group *recent[MSIM_UNIT_RECENT]; /* by number */
    struct msim_unit_group none; /* what `recent` starts with: no unit has its number */
};

void msim_units_init(struct msim_units *units, const struct msim_mem *mem);

/* The group with this number, created if necessary. */
struct msim_unit_group *msim_units_group(struct msim_units *units, uint64_t number);

static inline uint32_t *msim_units_at(struct msim_units *units, uint64_t unit)
{
    uint64_t number = unit >> MSIM_UNIT_GROUP_SHIFT;
    struct msim_unit_group *group = units->recent[number & (MSIM_UNIT_RECENT - 1)];
    if (group->number != number)
        group = msim_units_group(units, number);
    return &group->word[unit & (MSIM_UNIT_GROUP - 1)];
}
