/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The predictors that Cachegrind has, so that counts can be compared:
 *
 *     conditional   2^14 counters from 0 to 3, of which 2 and 3 say that the branch is taken.
 *                   place: the last 7 directions << 7 | the lowest 7 bits of the address
 *     indirect      the last targets of 512 branches, by the lowest 9 bits of the address
 *
 * All begin with 0.  Returns are none of both.
 *
 * Cost: 20 KB; some 10 instructions a branch.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MSIM_SIMPLE_HISTORY = 7, MSIM_SIMPLE_ADDRESS = 7, MSIM_SIMPLE_TARGETS = 9 };

struct msim_simple_branches {
    uint8_t counter[1 << (MSIM_SIMPLE_HISTORY + MSIM_SIMPLE_ADDRESS)];
    uint64_t target[1 << MSIM_SIMPLE_TARGETS];
    uint32_t history; /* the newest direction is bit 0 */
};

static inline uint32_t msim_simple_bits(uint64_t of, unsigned bits)
{
    return (uint32_t)of & ((UINT32_C(1) << bits) - 1);
}

/* Was the direction predicted? */
static inline bool msim_simple_conditional(struct msim_simple_branches *of, uint64_t address,
                                           bool taken)
{
    uint32_t place = msim_simple_bits(of->history, MSIM_SIMPLE_HISTORY) << MSIM_SIMPLE_ADDRESS |
                     msim_simple_bits(address, MSIM_SIMPLE_ADDRESS);
    unsigned counter = of->counter[place];
    of->history = of->history << 1 | taken;
    of->counter[place] = (uint8_t)(counter + (taken & (counter < 3)) - (!taken & (counter > 0)));
    return (counter >= 2) == taken;
}

/* Was the target? */
static inline bool msim_simple_indirect(struct msim_simple_branches *of, uint64_t address,
                                        uint64_t target)
{
    uint64_t *last = &of->target[msim_simple_bits(address, MSIM_SIMPLE_TARGETS)];
    bool predicted = *last == target;
    *last = target;
    return predicted;
}
