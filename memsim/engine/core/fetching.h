/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fetching of code ahead of the front, in cores that do (`fetch` is not 0).
 *
 *     foretold   predictors find where the program goes on: a line of code a cycle; after a taken
 *                branch in the next one, after a call or a return `calls` cycles later, and after a
 *                computed branch that goes elsewhere than the last time, or than to the target that
 *                is kept for it (branches/goes.h), `indirect`
 *     fetched    `fetch` instructions a cycle; one that a taken branch led to not in the same cycle
 *                as that, and not before it is foretold
 *
 * Both go on while the front waits, until they are `foretold_ahead` and `fetch_ahead` cycles ahead
 * of it, and begin anew after a mispredicted branch.  So the front does not wait where a branch is
 * taken, but where one after the other is.
 */
#pragma once

#include "engine/core/memory/ways.h"
#include "engine/machine/core.h"

/* Times are in ticks. */
struct msim_fetching {
    uint64_t foretold; /* where the last taken branch led, */
    uint64_t line;     /* the line of code there, by its number */
    uint64_t group;    /* what is fetched in one cycle, the last one: when it is, */
    uint32_t used;     /* and how many instructions it has */
};

/* The front has nothing before this, and then what is at the address. */
static inline void msim_fetching_begins(struct msim_fetching *fetching, uint64_t front,
                                        uint64_t address)
{
    *fetching = (struct msim_fetching){
        .foretold = front, .line = address >> MSIM_LINE_SHIFT, .group = front};
}

/* An instruction is fetched after the one before it. */
static inline void msim_fetching_adds(struct msim_fetching *fetching, const struct msim_core *core)
{
    if (fetching->used++ == core->fetch) {
        fetching->group += MSIM_TICKS;
        fetching->used = 1;
    }
}

/* So many cycles before that, or at the start. */
static inline uint64_t msim_fetching_before(uint64_t front, uint64_t cycles)
{
    return front > cycles * MSIM_TICKS ? front - cycles * MSIM_TICKS : 0;
}

/* A taken branch, which is foretold in so many cycles, leads from one address to another.  Returns
 * when what is there is fetched. */
static inline uint64_t msim_fetching_goes(struct msim_fetching *fetching,
                                          const struct msim_core *core, uint64_t front,
                                          uint64_t cycles, uint64_t from, uint64_t to)
{
    uint64_t lines = (from >> MSIM_LINE_SHIFT) - fetching->line;
    fetching->foretold = msim_later(fetching->foretold + lines * MSIM_TICKS,
                                    msim_fetching_before(front, core->foretold_ahead)) +
                         cycles * MSIM_TICKS;
    fetching->line = to >> MSIM_LINE_SHIFT;
    fetching->group =
        msim_later(fetching->group + MSIM_TICKS, msim_fetching_before(front, core->fetch_ahead));
    fetching->group = msim_later(fetching->group, fetching->foretold);
    fetching->used = 0;
    return fetching->group;
}
