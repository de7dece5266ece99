/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The marks and counts of prefetched.h. */
#include "prefetched.h"

void msim_prefetch_sums_init(struct msim_prefetch_sums *sums, const struct msim_machine *machine,
                             enum msim_level level, const struct msim_prefetch_counter *counter)
{
    sums->asks[MSIM_BY_PREFETCHER] = msim_has_prefetchers(machine, level);
    sums->asks[MSIM_BY_PROGRAM] = machine->hints && level != MSIM_L3;
    sums->kind = (enum msim_kind)(level - MSIM_D1);
    sums->counter = counter;
}

void msim_prefetched_init(struct msim_prefetched *of, const struct msim_mem *mem, uint64_t slots,
                          struct msim_prefetch_sums *sums)
{
    of->slots = slots;
    of->line = msim_get(mem, slots * sizeof *of->line, 8);
    of->marked = msim_get(mem, (slots + 63) / 64 * sizeof *of->marked, 8);
    of->sums = sums;
}

static enum msim_kind kind_of(const struct msim_prefetch_sums *of, unsigned asker, unsigned fate)
{
    return asker == MSIM_BY_PROGRAM ? msim_observed_kind(of->hints + fate) : of->kind;
}

static enum msim_count count_of(const struct msim_prefetch_sums *of, unsigned asker, unsigned fate)
{
    return asker == MSIM_BY_PROGRAM ? msim_observed_count(of->hints + fate)
                                    : (enum msim_count)(MSIM_PF_ISSUED + fate);
}

/* What the rows have. */
static uint64_t counted(const struct msim_prefetch_sums *of, const struct msim_row *rows,
                        unsigned asker, unsigned fate)
{
    return rows->count[kind_of(of, asker, fate)][count_of(of, asker, fate)];
}

static void add(struct msim_prefetch_sums *of, const struct msim_prefetch_cause *cause,
                enum msim_fate fate, uint64_t times)
{
    if (cause->site == MSIM_NO_CAUSE)
        return;
    of->total[cause->asker][fate] += times;
    of->counter->count(of->counter->self, cause, kind_of(of, cause->asker, fate),
                       count_of(of, cause->asker, fate), times);
}

void msim_prefetched_place(struct msim_prefetched *of, const struct msim_prefetch_cause *cause,
                           uint64_t slot)
{
    add(of->sums, cause, MSIM_ISSUED, 1);
    of->line[slot] = *cause;
    of->marked[slot / 64] |= UINT64_C(1) << slot % 64;
}

void msim_prefetched_redundant(struct msim_prefetched *of, const struct msim_prefetch_cause *cause,
                               uint64_t times)
{
    add(of->sums, cause, MSIM_ISSUED, times);
    add(of->sums, cause, MSIM_REDUNDANT, times);
}

void msim_prefetched_end(struct msim_prefetched *of, uint64_t slot, enum msim_fate fate)
{
    of->marked[slot / 64] &= ~(UINT64_C(1) << slot % 64);
    add(of->sums, &of->line[slot], fate, 1);
}

void msim_prefetched_empty(struct msim_prefetched *of)
{
    for (uint64_t slot = 0; of->marked && slot < of->slots; slot++)
        msim_prefetched_go(of, slot);
}

void msim_prefetched_leave(const struct msim_prefetched *of, bool counted)
{
    for (uint64_t slot = 0; of->marked && slot < of->slots; slot++)
        if (msim_prefetched_has(of, slot))
            add(of->sums, &of->line[slot], MSIM_LEFT, counted ? 1 : UINT64_MAX);
}

void msim_prefetched_forget(struct msim_prefetched *of, uint32_t part)
{
    for (uint64_t slot = 0; of->marked && slot < of->slots; slot++)
        if (msim_prefetched_has(of, slot) && of->line[slot].part >= part)
            of->line[slot].site = MSIM_NO_CAUSE;
}

void msim_prefetch_sums_forget(struct msim_prefetch_sums *sums, const struct msim_row *rows)
{
    for (unsigned asker = 0; asker < MSIM_ASKERS; asker++)
        for (unsigned fate = 0; sums->asks[asker] && fate < MSIM_FATES; fate++)
            sums->total[asker][fate] = counted(sums, rows, asker, fate);
}

/* The same of what one of them asked for. */
static bool wrong(const struct msim_prefetch_sums *sums, const struct msim_row *rows,
                  unsigned asker)
{
    uint64_t sum = 0;
    bool differs = false;
    for (unsigned fate = 0; fate < MSIM_FATES; fate++) {
        uint64_t count = counted(sums, rows, asker, fate);
        differs |= count != sums->total[asker][fate];
        sum += fate == MSIM_ISSUED ? 0 : count;
    }
    return differs || sum != sums->total[asker][MSIM_ISSUED];
}

bool msim_prefetch_sums_wrong(const struct msim_prefetch_sums *sums, const struct msim_row *rows)
{
    for (unsigned asker = 0; asker < MSIM_ASKERS; asker++)
        if (sums->asks[asker] && wrong(sums, rows, asker))
            return true;
    return false;
}
