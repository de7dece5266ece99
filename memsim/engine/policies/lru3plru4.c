/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * LRU of three groups, each of which is a tree-PLRU of four ways: the block goes from the group that
 * was used longest ago, and in it from the half that was not used last.  As in plru.c, all follows
 * from the times of last use.
 */
#include <stddef.h>

#include "policy.h"

enum { GROUPS = 3, GROUP = 4 };

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t last_use(const uint32_t *used)
{
    return larger(larger(used[0], used[1]), larger(used[2], used[3]));
}

static uint32_t victim(const struct msim_policy_set *set)
{
    const uint32_t *oldest = set->used;
    for (uint32_t group = 1; group < GROUPS; group++)
        if (last_use(set->used + group * GROUP) < last_use(oldest))
            oldest = set->used + group * GROUP;
    uint32_t half = larger(oldest[0], oldest[1]) > larger(oldest[2], oldest[3]) ? 2 : 0;
    uint32_t way = oldest[half] > oldest[half + 1] ? half + 1 : half;
    return (uint32_t)(oldest - set->used) + way;
}

static const char *refuses(uint64_t parameter, uint32_t ways)
{
    (void)parameter;
    return ways == GROUPS * GROUP ? NULL : "lru3plru4 needs 12 ways, three groups of four";
}

const struct msim_policy msim_lru3plru4_policy = {.refuses = refuses, .victim = victim};
