/* SPDX-License-Identifier: GPL-2.0-or-later */
/* First in, first out: the block goes that was brought in first. */
#include "policy.h"

static uint32_t victim(const struct msim_policy_set *set)
{
    uint32_t first = 0;
    for (uint32_t way = 1; way < set->ways; way++)
        if (set->filled[way] < set->filled[first])
            first = way;
    return first;
}

const struct msim_policy msim_fifo_policy = {.needs_filled = true, .victim = victim};
