/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The slices of turns.h. */
#include "turns.h"

/* Records wait in queues of at most this many bytes, all together (order.h). */
#define MSIM_ORDER_BYTES (UINT64_C(64) << 20)

/* A slice of one core: returns how long it waited for memory.  It ends with a line from
 * another core, which takes the length of a slice at least, so that others may get it back before
 * the core goes on. */
static uint64_t take_slice(void *self, const struct msim_order_turn *turn, const uint64_t *words,
                           const uint64_t *end, const uint64_t **stopped)
{
    struct msim_sim *sim = self;
    uint64_t before = sim->outer.waited;
    msim_sim_run_on(sim, turn->core);
    words = msim_sim_run(sim, words, end);
    uint64_t waited = sim->outer.waited - before;
    if (!sim->cores.over)
        return waited;
    *stopped = words;
    return waited > MSIM_ORDER_STEP ? waited : MSIM_ORDER_STEP;
}

/* The same where an observer knows how long it took: lines of other cores included. */
static uint64_t time_slice(void *self, const struct msim_order_turn *turn, const uint64_t *words,
                           const uint64_t *end, const uint64_t **stopped)
{
    struct msim_sim *sim = self;
    msim_sim_run_on(sim, turn->core);
    sim->timer.begin(sim->timer.self, turn->now, turn->most);
    words = msim_sim_run(sim, words, end);
    if (sim->cores.over)
        *stopped = words;
    return sim->timer.took(sim->timer.self);
}

struct msim_order *msim_turns_make(const struct msim_mem *mem, struct msim_sim *sim,
                                   const struct msim_cores *cores)
{
    bool knows_time = sim->timer.begin != NULL;
    struct msim_order_receiver receiver = {knows_time ? time_slice : take_slice, sim, knows_time};
    return msim_order_new(mem, sim->dict, cores, MSIM_ORDER_BYTES, &receiver);
}
