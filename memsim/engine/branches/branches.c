/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Joins the predictors of branches.h, and keeps the history that two of them share.
 *
 * It has a bit for each conditional branch that went both ways: whether it was taken; and some bits
 * of each target of indirect ones with several targets.  Other branches say little that these do
 * not.  Where processors keep only the lowest bits of targets, functions that are aligned look alike.
 */
#include "branches.h"

#include "discovered.h"
#include "history.h"
#include "returns.h"
#include "stream/hash.h"
#include "tage.h"
#include "targets.h"

enum { MIXED_BITS = 4 };

struct msim_branches {
    struct msim_discovered discovered;
    struct msim_history history;
    struct msim_returns returns;
    struct msim_tage tage;
    struct msim_targets targets;
    unsigned target_bits; /* 0: mixed ones */
};

struct msim_branches *msim_branches_make(const struct msim_mem *mem, unsigned target_bits)
{
    struct msim_branches *branches = msim_get(mem, sizeof *branches, 64);
    branches->target_bits = target_bits;
    msim_history_init(&branches->history);
    msim_tage_init(&branches->tage);
    msim_targets_init(&branches->targets, mem);
    return branches;
}

bool msim_branches_conditional(struct msim_branches *branches, uint64_t address, bool taken)
{
    enum msim_course course = msim_discovered_see(&branches->discovered, address, taken);
    if (course != MSIM_COURSE_BOTH)
        return taken == (course == MSIM_COURSE_ALWAYS);
    return msim_tage_branch(&branches->tage, &branches->history, address, taken);
}

bool msim_branches_indirect(struct msim_branches *branches, uint64_t address, uint64_t target,
                            struct msim_goes *goes)
{
    bool predicted =
        msim_targets_branch(&branches->targets, &branches->history, address, target, goes);
    uint64_t has = branches->target_bits ? target : msim_mix(target) >> (64 - MIXED_BITS);
    unsigned bits = branches->target_bits ? branches->target_bits : MIXED_BITS;
    for (unsigned i = 0; i < bits && goes->several; i++)
        msim_history_add(&branches->history, has >> i & 1);
    return predicted;
}

void msim_branches_call(struct msim_branches *branches, uint64_t returns_to)
{
    msim_returns_call(&branches->returns, returns_to);
}

bool msim_branches_return(struct msim_branches *branches, uint64_t target)
{
    return msim_returns_return(&branches->returns, target);
}

const uint64_t *msim_branches_both(const struct msim_branches *branches)
{
    return &branches->discovered.both;
}

void msim_branches_switch(struct msim_branches *branches)
{
    branches->returns = (struct msim_returns){.newest = 0};
}
