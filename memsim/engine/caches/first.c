/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The prefetchers of first.h. */
#include "first.h"

#include "slow.h"

/* Adds to a count where a prefetch was caused. */
static void count(void *self, const struct msim_prefetch_cause *cause, enum msim_kind kind,
                  enum msim_count count, uint64_t times)
{
    struct msim_sim *sim = self;
    uint32_t site = cause->site - 1;
    msim_profile_row(sim->profile, site)->count[kind][count] += times;
    if (cause->part)
        msim_small_rows_count(&sim->parts.refs, cause->part, site, kind, count, times);
    sim->parts.conditional.count[kind][count] += times;
    if (sim->contexts.on)
        msim_contexts_caused(&sim->contexts, cause->context, cause->part, site, kind, count, times);
}

void msim_first_init(struct msim_sim *sim, const struct msim_mem *mem,
                     const struct msim_machine *machine)
{
    sim->outer.counter = (struct msim_prefetch_counter){count, sim};
    sim->queue.at_once = msim_prefetches(machine);
    if (!msim_has_prefetchers(machine, MSIM_D1))
        return;
    msim_port_prefetch(sim->data, mem);
    msim_prefetching_init(&sim->first, mem, machine, MSIM_D1, sim->data->cache.shift);
    sim->outer.plain.unknown = !sim->data->marks->ghost;
}

/* What was used, and what went. */
static void report_events(struct msim_sim *sim)
{
    struct msim_marks *marks = sim->data->marks;
    for (uint32_t i = 0; i < marks->used; i++)
        msim_misses_report(&sim->queue, marks->event[i].used ? MSIM_AHEAD_USED : MSIM_AHEAD_UNUSED,
                           marks->event[i].slot, 0, 0);
    marks->used = 0;
}

void msim_first_report(struct msim_sim *sim, uint64_t first, uint32_t size, enum msim_kind kind)
{
    struct msim_marks *marks = sim->data->marks;
    msim_slow_mark_context(sim);
    report_events(sim);
    if (marks->missed)
        msim_misses_report(&sim->queue, MSIM_AHEAD_PLAIN, first, size, kind);
    marks->missed = false;
}

static void bring(struct msim_sim *sim, uint64_t block, uint32_t site)
{
    struct msim_port *port = sim->data;
    uint64_t first = block << port->cache.shift;
    int64_t slot = msim_port_bring(port, sim->now + 1, block);
    if (slot == MSIM_NO_SLOT) {
        msim_misses_report(&sim->queue, MSIM_AHEAD_REDUNDANT, 0, 0, site);
        return;
    }
    sim->now++;
    report_events(sim);
    msim_misses_report(&sim->queue, MSIM_AHEAD_PLACED, (uint64_t)slot, 0, site);
    msim_misses_report(&sim->queue, MSIM_AHEAD_ASKED, first, 1u << port->cache.shift, site);
}

void msim_first_follow(struct msim_sim *sim, const struct msim_demand *demand)
{
    uint64_t block[MSIM_PREFETCHES];
    for (unsigned i = 0; i < sim->first.used; i++) {
        unsigned used = sim->first.choice[i].prefetcher->see(sim->first.self[i], demand, block);
        for (unsigned k = 0; k < used; k++)
            bring(sim, block[k], demand->site);
    }
}

void msim_first_empty(struct msim_sim *sim)
{
    for (unsigned i = 0; i < sim->first.used; i++)
        if (sim->first.choice[i].prefetcher->empty)
            sim->first.choice[i].prefetcher->empty(sim->first.self[i]);
}
