/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * MRU, also called bit-PLRU: each way has a bit, which a use sets.  The block goes from the lowest
 * way whose bit is not set.  A use that sets the last bit clears those of all others.
 *
 *     mru      as above
 *     mru_n    uses set no bits while a way is empty
 */
#include "policy.h"

static uint32_t victim(const struct msim_policy_set *set)
{
    uint32_t way = (uint32_t)__builtin_ctzll(~set->state);
    return way < set->ways ? way : 0;
}

static uint64_t use(const struct msim_policy_set *set, uint32_t way)
{
    uint64_t bit = UINT64_C(1) << way, state = set->state | bit;
    return state + 1 == UINT64_C(1) << set->ways ? bit : state;
}

static uint64_t use_if_full(const struct msim_policy_set *set, uint32_t way)
{
    return set->full ? use(set, way) : set->state;
}

static uint64_t quiet(const struct msim_policy_set *set)
{
    return set->state;
}

static uint64_t quiet_until_full(const struct msim_policy_set *set)
{
    return set->full ? set->state : ~UINT64_C(0);
}

const struct msim_policy msim_mru_policy = {
    .victim = victim, .fill = use, .hit = use, .quiet = quiet};
/* The use after the one that fills the last way sets a bit, which that one does not. */
const struct msim_policy msim_mru_n_policy = {.counts_hits = true,
                                              .victim = victim,
                                              .fill = use_if_full,
                                              .hit = use_if_full,
                                              .quiet = quiet_until_full};
