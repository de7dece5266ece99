/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The marks and counts of prefetched.h. */
#include "prefetched.h"

void msim_prefetched_init(struct msim_prefetched *of, const struct msim_mem *mem, uint64_t slots,
                          enum msim_level level, const struct msim_prefetch_counter *counter)
{
    of->slots = slots;
    of->line = msim_get(mem, slots * sizeof *of->line, 8);
    of->kind = (enum msim_kind)(level - MSIM_D1);
    of->counter = counter;
}

static void add(struct msim_prefetched *of, const struct msim_prefetch_cause *cause,
                enum msim_fate fate, uint64_t times)
{
    if (!cause->site || cause->site == MSIM_NO_CAUSE)
        return;
    of->total[fate] += times;
    of->counter->count(of->counter->self, cause, of->kind, (enum msim_count)(MSIM_PF_ISSUED + fate),
                       times);
}

void msim_prefetched_issue(struct msim_prefetched *of, const struct msim_prefetch_cause *cause,
                           int64_t slot)
{
    add(of, cause, MSIM_ISSUED, 1);
    if (slot < 0)
        add(of, cause, MSIM_REDUNDANT, 1);
    else
        of->line[slot] = *cause;
}

bool msim_prefetched_end(struct msim_prefetched *of, uint64_t slot, enum msim_fate fate)
{
    struct msim_prefetch_cause cause = of->line[slot];
    of->line[slot].site = 0;
    add(of, &cause, fate, 1);
    return cause.site;
}

void msim_prefetched_empty(struct msim_prefetched *of)
{
    for (uint64_t slot = 0; of->line && slot < of->slots; slot++)
        msim_prefetched_end(of, slot, MSIM_UNUSED);
}

void msim_prefetched_leave(struct msim_prefetched *of, bool counted)
{
    for (uint64_t slot = 0; of->line && of->left != counted && slot < of->slots; slot++)
        add(of, &of->line[slot], MSIM_LEFT, counted ? 1 : UINT64_MAX);
    of->left = counted;
}

void msim_prefetched_forget(struct msim_prefetched *of, uint32_t part, const struct msim_row *rows)
{
    for (uint64_t slot = 0; of->line && slot < of->slots; slot++)
        if (of->line[slot].site && of->line[slot].part >= part)
            of->line[slot].site = MSIM_NO_CAUSE;
    for (unsigned fate = 0; fate < MSIM_FATES; fate++)
        of->total[fate] = rows->count[of->kind][MSIM_PF_ISSUED + fate];
}

bool msim_prefetched_wrong(const struct msim_prefetched *of, const struct msim_row *rows)
{
    uint64_t sum = 0, count[MSIM_FATES];
    bool wrong = false;
    for (unsigned fate = 0; fate < MSIM_FATES; fate++) {
        count[fate] = rows->count[of->kind][MSIM_PF_ISSUED + fate];
        wrong |= count[fate] != of->total[fate];
        sum += fate == MSIM_ISSUED ? 0 : count[fate];
    }
    return wrong || sum != count[MSIM_ISSUED];
}
