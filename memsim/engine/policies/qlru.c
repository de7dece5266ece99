/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * QLRU: each way has an age from 0 to 3, at first 3.  Its members are named by what happens to ages:
 *
 *     QLRU_Hxy_Mm_Rr_Uu[_UMO]
 *
 *     Hxy    a hit makes age 3 x, age 2 y, and age 1 or 0 0: H00, H10, H11, H20 or H21
 *     Mm     a block comes with age m, 0 to 3
 *     R0     the block goes from the lowest way with age 3; empty ways are filled from the lowest on
 *     R1     the same; without an age 3, from way 0
 *     R2     as R0; empty ways are filled from the highest on
 *     U0     all ages grow by the same, so that the largest is 3
 *     U1     the same of all ways but the one that was hit or filled
 *     U2     if no age is 3, all grow by 1
 *     U3     if no age is 3, those of all ways but that one grow by 1
 *     UMO    ages grow at misses only, before a block goes, of all ways; else after each use
 *
 * R0 and R2 need U0 or U1, with which there always is an age 3.  Ages of empty ways are ages, too.
 * srrip, SRRIP with 2 bits and priority for hits, is another name of QLRU_H00_M2_R0_U0_UMO.
 *
 * The state has two bits for each way: 3 - age, so that it is 0 at first.  Ways grow all at once, by
 * a subtraction.
 *
 *     parameter    bits 0-7     3 - age after a hit, by 3 - age before it, two bits each
 *                  bits 8-9     3 - age of what comes
 *                  bits 10-11   r, bits 12-13: u, bit 14: UMO
 */
#include <stddef.h>

#include "engine/base/reader.h"
#include "engine/base/text.h"
#include "policy.h"

enum { MISS = 8, R = 10, U = 12, UMO = 14 };

static unsigned field(const struct msim_policy_set *set, unsigned at)
{
    return set->parameter >> at & 3;
}

/* The lower bits of all ways. */
static uint64_t low_bits(const struct msim_policy_set *set)
{
    return UINT64_C(0x5555555555555555) >> (64 - 2 * set->ways);
}

/* The lower bits of those with age 3. */
static uint64_t oldest(uint64_t state, uint64_t low)
{
    return ~(state | state >> 1) & low;
}

/* `used`: the lower bit of the way that was used; 0: none. */
static uint64_t grow(const struct msim_policy_set *set, uint64_t state, uint64_t used)
{
    uint64_t low = low_bits(set), others = low & ~used;
    unsigned rule = field(set, U);
    uint64_t which = rule & 1 ? others : low; /* ages that grow */
    if (rule >= 2)
        return oldest(state, low) ? state : state - which;
    while (!oldest(state, which))
        state -= which;
    return state;
}

static uint64_t set_way(uint64_t state, uint32_t way, uint64_t youth)
{
    return (state & ~(UINT64_C(3) << 2 * way)) | youth << 2 * way;
}

static uint64_t after(const struct msim_policy_set *set, uint32_t way, uint64_t youth)
{
    uint64_t state = set_way(set->state, way, youth);
    return set->parameter >> UMO ? state : grow(set, state, UINT64_C(1) << 2 * way);
}

static uint64_t hit(const struct msim_policy_set *set, uint32_t way)
{
    return after(set, way, field(set, 2 * (set->state >> 2 * way & 3)));
}

static uint64_t fill(const struct msim_policy_set *set, uint32_t way)
{
    return after(set, way, field(set, MISS));
}

static uint64_t missed(const struct msim_policy_set *set)
{
    return set->parameter >> UMO ? grow(set, set->state, 0) : set->state;
}

static uint32_t victim(const struct msim_policy_set *set)
{
    uint64_t old = oldest(set->state, low_bits(set));
    return old ? (uint32_t)__builtin_ctzll(old) / 2 : 0;
}

/* The even bits, side by side. */
static uint64_t by_way(uint64_t bits)
{
    bits = (bits | bits >> 1) & UINT64_C(0x3333333333333333);
    bits = (bits | bits >> 2) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    bits = (bits | bits >> 4) & UINT64_C(0x00ff00ff00ff00ff);
    bits = (bits | bits >> 8) & UINT64_C(0x0000ffff0000ffff);
    return (bits | bits >> 16) & UINT32_MAX;
}

/* Age 0 stays, and nothing grows if there is an age 3. */
static uint64_t quiet(const struct msim_policy_set *set)
{
    uint64_t state = set->state, low = low_bits(set);
    bool grows = !(set->parameter >> UMO) && !oldest(state, low);
    return grows ? 0 : by_way(state & state >> 1 & low);
}

static enum msim_policy_empty empty(uint64_t parameter)
{
    return (parameter >> R & 3) == 2 ? MSIM_EMPTY_HIGHEST : MSIM_EMPTY_LOWEST;
}

static const char *refuses(uint64_t parameter, uint32_t ways)
{
    bool spares = (parameter >> U & 3) == 1 && !(parameter >> UMO);
    return spares && ways == 1 ? "QLRU with U1 needs 2 ways or more: others than the one used grow"
                               : NULL;
}

/* --- Names -------------------------------------------------------------------------------- */

static bool take_digit(struct msim_reader *text, const char *before, unsigned most, uint64_t *digit)
{
    if (!msim_take(text, before) || *text->at < '0' || *text->at > '0' + (int)most)
        return false;
    *digit = (uint64_t)(*text->at++ - '0');
    return true;
}

static bool reads_rules(const char *name, uint64_t *parameter)
{
    struct msim_reader text = {name};
    uint64_t x, y, miss, r, u;
    if (!take_digit(&text, "QLRU_H", 2, &x) || !take_digit(&text, "", 1, &y) || y > x ||
        !take_digit(&text, "_M", 3, &miss) || !take_digit(&text, "_R", 2, &r) ||
        !take_digit(&text, "_U", 3, &u) || (r != 1 && u >= 2))
        return false;
    uint64_t only_misses = msim_take(&text, "_UMO");
    *parameter = (3 - x) | (3 - y) << 2 | 3 << 4 | 3 << 6 | (3 - miss) << MISS | r << R | u << U |
                 only_misses << UMO;
    return !*text.at;
}

static bool reads(const char *name, uint64_t *parameter)
{
    bool is_srrip = msim_same_text(name, "srrip");
    return reads_rules(is_srrip ? "QLRU_H00_M2_R0_U0_UMO" : name, parameter);
}

const struct msim_policy msim_QLRU_policy = {.counts_hits = true,
                                             .empty = empty,
                                             .reads = reads,
                                             .refuses = refuses,
                                             .victim = victim,
                                             .missed = missed,
                                             .fill = fill,
                                             .hit = hit,
                                             .quiet = quiet};
