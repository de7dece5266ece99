/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways of learning.h. */
#include "learning.h"

#include "ends.h"

void msim_learn_branches(struct msim_pipeline *pipeline, const struct msim_planned *plan)
{
    msim_end_foreseen(pipeline->branches, &pipeline->last.plan, plan);
    pipeline->last.plan = *plan;
    msim_wrong_gap(&pipeline->wrong);
}

void msim_learn_loads(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                      const uint64_t *record)
{
    struct msim_prefetchers *prefetchers = &pipeline->memory->prefetchers;
    prefetchers->learns = true;
    const struct msim_act *act = plan->act;
    for (unsigned left = plan->loads; left; act++) {
        uint64_t address;
        if (act->kind != MSIM_ACT_LOAD)
            continue;
        if (msim_act_address(act, record, &address))
            msim_prefetchers_load(prefetchers, 0, act->load, address);
        left--;
    }
    prefetchers->learns = false;
}

void msim_learn_misses(struct msim_learning *learning, struct msim_pipeline *pipeline, bool goes_on)
{
    for (uint32_t i = 0; i < learning->used; i++)
        msim_prefetchers_learn(&pipeline->memory->prefetchers, learning->line[i]);
    learning->used = 0;
    learning->on = goes_on;
}
