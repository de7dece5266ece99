/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Not recently used: each way has a bit, which a use sets.  The block goes from the lowest way whose
 * bit is not set; if all are, they are cleared first.  See HACKING.md.
 */
#include "policy.h"

static uint64_t all(const struct msim_policy_set *set)
{
    return (UINT64_C(1) << set->ways) - 1;
}

static uint64_t missed(const struct msim_policy_set *set)
{
    return set->full && set->state == all(set) ? 0 : set->state;
}

static uint32_t victim(const struct msim_policy_set *set)
{
    return (uint32_t)__builtin_ctzll(~set->state);
}

static uint64_t use(const struct msim_policy_set *set, uint32_t way)
{
    return set->state | UINT64_C(1) << way;
}

static uint64_t quiet(const struct msim_policy_set *set)
{
    return set->state; /* a use of such a way sets no bit */
}

const struct msim_policy msim_nru_policy = {
    .missed = missed, .victim = victim, .fill = use, .hit = use, .quiet = quiet};
