/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stores between their start and the first level: when each is written, and which loads take from
 * them what they need.
 *
 * What is remembered of stores is a table of MSIM_FORWARDS, in which each replaces what was in its
 * place.
 */
#pragma once

#include <stdbool.h>

#include "engine/machine/core.h"
#include "memory/waits.h"
#include "memory/ways.h"
#include "recent.h"

enum { MSIM_FORWARDS = 1024, MSIM_REPEATED_BYTES = 32 };

/* A store that may not be written yet. */
struct msim_forward {
    uint64_t granule; /* address / 8, + 1; 0: none */
    uint64_t data, written;
};

struct msim_stores {
    const struct msim_core *core;
    struct msim_recent buffer;
    uint64_t written;  /* when the last one was written, */
    uint64_t line;     /* to which line, */
    uint32_t of_line;  /* and how many to that one in that cycle */
    uint64_t repeated; /* bytes that `rep` stored in the cycle after that */
    struct msim_forward forward[MSIM_FORWARDS];
};

static inline void msim_stores_init(struct msim_stores *stores, const struct msim_core *core)
{
    stores->core = core;
    stores->buffer.most = core->stores;
}

static inline struct msim_forward *msim_stores_at(struct msim_stores *stores, uint64_t address)
{
    return &stores->forward[(address >> 3) % MSIM_FORWARDS];
}

/* One starts, whose data is there at `data`. */
static inline void msim_stores_add(struct msim_stores *stores, uint64_t address, uint64_t data)
{
    *msim_stores_at(stores, address) = (struct msim_forward){(address >> 3) + 1, data, UINT64_MAX};
}

/* A load starts: a store before it that has not been written has what is loaded. */
static inline void msim_stores_forward(struct msim_stores *stores, uint64_t address, uint64_t time,
                                       struct msim_wait *wait)
{
    const struct msim_forward *forward = msim_stores_at(stores, address);
    if (forward->granule != (address >> 3) + 1 || forward->written <= time)
        return;
    uint64_t ready = msim_later(time, forward->data) + stores->core->forward;
    *wait = (struct msim_wait){.ready = ready, .from = MSIM_WAIT_STORE, .level = ready - time};
}

/* One whose line is there, and whose instruction retired, at `earliest` is written after those
 * before it; `address` is NULL if nothing is. */
static inline void msim_stores_write(struct msim_stores *stores, const uint64_t *address,
                                     uint64_t earliest)
{
    uint64_t line = address ? *address >> MSIM_LINE_SHIFT : UINT64_MAX;
    bool same = address && line == stores->line;
    bool joins = same && stores->of_line < stores->core->line_stores;
    uint64_t time = msim_later(stores->written + !joins, earliest);
    stores->of_line = same && time == stores->written ? stores->of_line + 1 : 1;
    stores->line = line;
    stores->written = time;
    msim_recent_add(&stores->buffer, time * MSIM_TICKS);
    if (address)
        msim_stores_at(stores, *address)->written = time;
}

/* The same of what `rep` repeats, of so many bytes, which takes no place. */
void msim_stores_repeat(struct msim_stores *stores, uint64_t address, uint32_t size,
                        uint64_t earliest);
