/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Attaches a study's observers to its simulator, as their rows say (base/observer.h). */
#pragma once

#include "engine/caches/sim.h"
#include "options.h"

/* An observer that was made. */
struct msim_observing {
    const struct msim_observer *observer;
    void *self;
    bool follows_threads; /* its `event` gets THREAD events */
    uint64_t ran;         /* how long its `run` took: study.now */
};

static inline bool msim_observing_takes(const struct msim_observing *one, enum msim_input input)
{
    return !one->observer->takes || one->observer->takes(one->self, input);
}

/* Those that see segments. */
struct msim_segments_seen {
    const struct msim_observing *by[MSIM_OBSERVERS_MAX];
    unsigned used;
};

/* How many columns the observer has with this machine. */
unsigned msim_columns_of(const struct msim_observer *observer, const struct msim_machine *machine);

/* Gives observers their columns, in the order of the table, before any is made.  False: there are
 * too many. */
bool msim_attach_columns(struct msim_machine *machine, const struct msim_options *options,
                         struct msim_refusal *refusal);

/* Attaches an observer that was just made, and which stays where it is, as the simulator and
 * `segments` do. */
void msim_attach(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_observing *one,
                 struct msim_segments_seen *segments);
