/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The branches at the ends of segments, in the simulator's loop.
 *
 * What a branch did is in the record of its segment (stream.h), so it is judged when the record
 * runs, and added up by segment; the observer of branches settles that. Only where there are
 * contexts or parts, whose counts they are, is asked at once.
 *
 * Cost: about twenty instructions a branch; 32 bytes for a segment. A call for each would take as
 * long again.
 */
#pragma once

#include "simple.h"
#include "stream/stream.h"

struct msim_branch_end {
    uint64_t address;
    uint64_t times, wrong; /* since it was settled */
    uint32_t number;       /* of the branch, for its observer: several segments may end with it */
    uint8_t branch;        /* enum msim_branch */
    uint8_t word;          /* of the record, that has the target of an indirect one */
};

/* True: the simple predictors foresaw it. */
static inline bool msim_branch_end_simple(const struct msim_branch_end *end,
                                          struct msim_simple_branches *simple,
                                          const uint64_t *record)
{
    if (__builtin_expect(end->branch == MSIM_BRANCH_INDIRECT, 0))
        return msim_simple_indirect(simple, end->address, record[end->word]);
    return msim_simple_conditional(simple, end->address, end->branch == MSIM_BRANCH_TAKEN);
}

static inline void msim_branch_end_count(struct msim_branch_end *end, bool wrong)
{
    end->times++;
    end->wrong += wrong;
}
