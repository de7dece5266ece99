/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tree-PLRU, as many processors have it: ways are the leaves of a binary tree, each node of which
 * points to the half that was not used last, and the block goes to which they lead.
 *
 *     plru     the tree says which way is filled, also while others are empty
 *     plrul    empty ways are filled first, the lowest one
 *
 * A node that was never used points to the lower half.  Which half was used last follows from the
 * times of last use, which a way keeps when its block is taken away: so the bits of the nodes need
 * not be kept, and fronts answer hits.
 */
#include <stddef.h>

#include "policy.h"

static uint32_t last_use(const uint32_t *used, uint32_t ways)
{
    uint32_t last = 0;
    for (uint32_t way = 0; way < ways; way++)
        last = used[way] > last ? used[way] : last;
    return last;
}

static uint32_t victim(const struct msim_policy_set *set)
{
    uint32_t first = 0;
    for (uint32_t half = set->ways / 2; half; half /= 2)
        if (last_use(set->used + first, half) > last_use(set->used + first + half, half))
            first += half;
    return first;
}

static const char *refuses(uint64_t parameter, uint32_t ways)
{
    (void)parameter;
    return ways & (ways - 1) ? "plru and plrul need 1, 2, 4, 8, ... ways, as the leaves of a tree"
                             : NULL;
}

static enum msim_policy_empty empty(uint64_t parameter)
{
    (void)parameter;
    return MSIM_EMPTY_AS_VICTIM;
}

const struct msim_policy msim_plru_policy = {.empty = empty, .refuses = refuses, .victim = victim};
const struct msim_policy msim_plrul_policy = {.refuses = refuses, .victim = victim};
