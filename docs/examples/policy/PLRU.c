/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tree-PLRU, as many processors have it: ways are the leaves of a binary tree, each node of which
 * points to the half that was not used last, and the block goes to which they lead.  Which half was
 * used last follows from the times of last use; see HACKING.md.
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

static uint32_t victim(const struct msim_full_set *set)
{
    uint32_t first = 0;
    for (uint32_t half = set->ways / 2; half; half /= 2)
        if (last_use(set->used + first, half) > last_use(set->used + first + half, half))
            first += half;
    return first;
}

static const char *refuses(uint32_t ways)
{
    return ways & (ways - 1) ? "PLRU needs 1, 2, 4, 8, ... ways" : NULL;
}

const struct msim_policy msim_PLRU_policy = {.refuses = refuses, .victim = victim};
