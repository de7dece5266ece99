/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways of learning.h. */
#include "learning.h"

#include "ends.h"

void msim_learn_branches(struct msim_pipeline *pipeline, const struct msim_planned *plan)
{
    msim_end_foreseen(pipeline->branches, &pipeline->last.plan, plan);
    pipeline->last.plan = *plan;
    msim_fetching_begins(&pipeline->fetching, pipeline->front, plan->address);
    msim_wrong_gap(&pipeline->wrong);
}

static void learn_access(struct msim_pipeline *pipeline, const struct msim_act *act,
                         uint64_t address)
{
    if (act->kind == MSIM_ACT_LOAD)
        msim_prefetchers_load(&pipeline->memory->prefetchers, 0, act->load, address);
    if (!pipeline->core->forward_foreseen)
        return;
    if (act->kind == MSIM_ACT_STORE)
        msim_stores_learn(&pipeline->stores, address, act->size, act->vector);
    else
        msim_stores_learn_load(&pipeline->stores,
                               &(struct msim_forwarded){.address = address,
                                                        .load = act->load,
                                                        .size = act->size,
                                                        .vector = act->vector,
                                                        .operand = act->operand});
}

void msim_learn_accesses(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                         const uint64_t *record)
{
    struct msim_prefetchers *prefetchers = &pipeline->memory->prefetchers;
    prefetchers->learns = true;
    pipeline->stores.learned += plan->begun;
    const struct msim_act *act = plan->act;
    for (unsigned left = plan->accesses; left; act++) {
        uint64_t address;
        if (!msim_act_accesses(act))
            continue;
        if (msim_act_address(act, record, &address))
            learn_access(pipeline, act, address);
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
