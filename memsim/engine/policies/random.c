/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random choice, which is the same in each run: it follows from a seed and the number of fills.
 *
 *     random         seed 0
 *     random:SEED    SEED from 0 to 4294967295
 *
 * With n the number of fills of the whole array before, the way is the upper half of a 32-bit number
 * times the number of ways, and this number the upper half of what SplitMix64 makes of the seed and
 * n: x = (seed << 32) + (n + 1) * 0x9e3779b97f4a7c15, then x ^= x >> 30, x *= 0xbf58476d1ce4e5b9,
 * x ^= x >> 27, x *= 0x94d049bb133111eb, x ^= x >> 31.
 */
#include "engine/base/reader.h"
#include "policy.h"

static uint32_t victim(const struct msim_policy_set *set)
{
    uint64_t x = (set->parameter << 32) + (set->fills + 1) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    x ^= x >> 31;
    return (uint32_t)((x >> 32) * set->ways >> 32);
}

static bool reads(const char *name, uint64_t *parameter)
{
    struct msim_reader text = {name};
    *parameter = 0;
    if (!msim_take(&text, "random") || !*text.at)
        return !*text.at && text.at != name;
    return msim_take(&text, ":") && msim_take_number(&text, parameter) && !*text.at &&
           *parameter <= UINT32_MAX;
}

const struct msim_policy msim_random_policy = {.reads = reads, .victim = victim};
