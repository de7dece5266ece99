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

#include "distances.h"
#include "engine/core/memory/front.h"
#include "engine/core/memory/waits.h"
#include "engine/core/memory/ways.h"
#include "engine/machine/core.h"
#include "recent.h"

enum {
    MSIM_SAME_LOADS = 64,
    MSIM_FORWARDS = 512, /* by what the lowest 12 bits of addresses are, as loads look for them */
    MSIM_REPEATED_BYTES = 32,
    MSIM_STORE_LINES = 8,
    MSIM_SAME_BYTES = 4,  /* what is shorter is not the same as it was stored */
    MSIM_NOT_WRITTEN = 24 /* instructions after which a store that is learned is written */
};

/* A store that may not be written yet. */
struct msim_forward {
    uint64_t granule; /* address / 8, + 1; 0: none */
    uint64_t data, written;
    uint64_t known, began;   /* when its address was, and when it started */
    uint64_t address, after; /* its bytes */
    uint32_t shorts;         /* how many short ones there were by then, */
    uint32_t number;         /* and how many at all */
    uint16_t base;           /* plan.h */
    bool vector;             /* from a register of vectors */
    bool by_stack;           /* plan.h */
};

struct msim_stores {
    const struct msim_core *core;
    struct msim_recent buffer;
    uint64_t written;                /* when the last one was written, */
    uint32_t in_cycle;               /* how many in that cycle, */
    uint64_t last;                   /* its address, */
    uint64_t line[MSIM_STORE_LINES]; /* and to which lines the last ones, in a ring */
    uint32_t next;
    uint64_t parted;  /* when the last load of a part of one was ready */
    uint64_t started; /* when all so far have: then their addresses are known */
    uint32_t shorts;  /* how many have less than MSIM_SAME_BYTES */
    /* Loads that took what was stored by the same registers, each once, the last one first. */
    uint64_t same[MSIM_SAME_LOADS];
    uint64_t repeated; /* bytes that `rep` stored in the cycle after that */
    uint32_t count;    /* of all stores */
    uint64_t learned;  /* instructions that were learned from (core/learning.h) */
    struct msim_distances distances;
    struct msim_forward forward[MSIM_FORWARDS];
};

static inline void msim_stores_init(struct msim_stores *stores, const struct msim_core *core)
{
    stores->core = core;
    stores->buffer.most = core->stores;
}

static inline uint32_t msim_stores_place(uint64_t address)
{
    return (address >> 3) % MSIM_FORWARDS;
}

static inline struct msim_forward *msim_stores_at(struct msim_stores *stores, uint64_t address)
{
    return &stores->forward[msim_stores_place(address)];
}

/* A store: when its data is there, and when its address was known. */
struct msim_stored {
    uint64_t address, data, known;
    uint32_t size;
    uint16_t base; /* plan.h */
    bool vector, by_stack;
};

/* It starts at `time`. */
static inline void msim_stores_add(struct msim_stores *stores, uint64_t time,
                                   const struct msim_stored *stored)
{
    uint64_t address = stored->address;
    stores->started = msim_later(stores->started, time);
    stores->shorts += stored->size < MSIM_SAME_BYTES;
    stores->count++;
    *msim_stores_at(stores, address) = (struct msim_forward){.granule = (address >> 3) + 1,
                                                             .data = stored->data,
                                                             .written = UINT64_MAX,
                                                             .known = stored->known,
                                                             .began = time,
                                                             .address = address,
                                                             .after = address + stored->size,
                                                             .shorts = stores->shorts,
                                                             .number = stores->count,
                                                             .base = stored->base,
                                                             .vector = stored->vector,
                                                             .by_stack = stored->by_stack};
}

/* A load: when its instruction entered, and when its address was known. */
struct msim_forwarded {
    uint64_t address, entered, known;
    uint64_t load; /* what stands for its instruction (memory/prefetch.h) */
    uint32_t size;
    uint16_t base; /* plan.h, as the following */
    bool vector, by_stack, operand;
};

/* True: what is at the address at `time` is that of a store that has not been written. */
static inline bool msim_stores_hold(const struct msim_stores *stores, uint64_t address,
                                    uint64_t time)
{
    const struct msim_forward *from = &stores->forward[msim_stores_place(address)];
    return from->granule == (address >> 3) + 1 && from->written > time;
}

/* A load starts that looks as if it took from a store, by the lowest bits of its address, which takes
 * time to find out. */
static inline void msim_stores_confuse(const struct msim_stores *stores, uint64_t time,
                                       const struct msim_forwarded *load,
                                       const struct msim_forward *with, struct msim_wait *wait)
{
    uint64_t first = load->address % 8, stored = with->address % 8;
    if (!stores->core->forward_alias || with->began > time || with->written == UINT64_MAX ||
        first >= stored + (with->after - with->address) || stored >= first + load->size)
        return;
    uint64_t ready = time + stores->core->load + stores->core->forward_alias;
    if (ready > wait->ready)
        *wait = (struct msim_wait){.ready = ready, .from = MSIM_WAIT_STORE, .level = ready - time};
}

/* True: the load is among the last ones that can take at once what was stored. */
static inline bool msim_stores_remember(struct msim_stores *stores, uint64_t load)
{
    uint32_t most = stores->core->same_loads;
    return !most || msim_move_to_front(stores->same, most, load);
}

/* True: what only computes from what it loads takes at once what was stored, too. */
static inline bool msim_stores_give_operands(const struct msim_stores *stores)
{
    return stores->core->same_registers == 2;
}

/* True: of its kind, the load may take at once what it needs, all of which was stored. */
static inline bool msim_stores_fit(const struct msim_forwarded *load,
                                   const struct msim_forward *from)
{
    return !load->vector && !from->vector && load->size >= MSIM_SAME_BYTES;
}

/* True: the load, if it can, takes at once what it takes from the store, as that is foreseen. */
static inline bool msim_stores_prepared(struct msim_stores *stores,
                                        const struct msim_forwarded *load,
                                        const struct msim_forward *from)
{
    return load->address == from->address &&
           (!load->operand || msim_stores_give_operands(stores)) &&
           msim_stores_remember(stores, load->load);
}

/* True: the core foresees from how many stores before it the load takes what it needs. */
static inline bool msim_stores_foreseen(struct msim_stores *stores,
                                        const struct msim_forwarded *load,
                                        const struct msim_forward *from)
{
    const struct msim_core *core = stores->core;
    return core->forward_foreseen &&
           msim_distances_repeat(&stores->distances, load->load, stores->count - from->number,
                                 core->forward_foreseen);
}

/* True: what both addresses are computed from is the same. */
static inline bool msim_stores_agree(const struct msim_forwarded *load,
                                     const struct msim_forward *from)
{
    return (load->by_stack && from->by_stack) ||
           (from->known == load->known && (!from->base || !load->base || from->base == load->base));
}

/* True: the load takes that at once, as its address depends on the same as the store's. */
static inline bool msim_stores_same(struct msim_stores *stores, const struct msim_forwarded *load,
                                    const struct msim_forward *from)
{
    if (!msim_stores_agree(load, from))
        return false;
    if (stores->core->same_registers)
        return load->address == from->address && from->after - from->address >= MSIM_SAME_BYTES &&
               (!load->operand || msim_stores_give_operands(stores));
    if (from->shorts != stores->shorts)
        return false;
    if (stores->core->forward_foreseen)
        return load->by_stack && !load->operand;
    return load->by_stack || msim_stores_remember(stores, load->load);
}

/* How long it takes to take what it does not have at once: half of what loads of vectors take longer
 * is the load's, and half the store's. */
static inline uint32_t msim_stores_take(const struct msim_core *core, uint32_t takes,
                                        const struct msim_forwarded *load,
                                        const struct msim_forward *from)
{
    uint32_t half = core->vector_load > core->load ? (core->vector_load - core->load) / 2 : 0;
    takes += from->vector ? half : 0;
    return !load->vector ? takes : takes > half ? takes - half : 0;
}

/* A load starts: a store before it that has not been written has what is loaded, or a part.  True:
 * it takes that at once and foreseen, so its own address is not waited for. */
static inline bool msim_stores_forward(struct msim_stores *stores, uint64_t time,
                                       const struct msim_forwarded *load, struct msim_wait *wait)
{
    const struct msim_core *core = stores->core;
    const struct msim_forward *from = msim_stores_at(stores, load->address);
    if (!from->granule || from->written <= time)
        return false;
    if (from->granule != (load->address >> 3) + 1) {
        msim_stores_confuse(stores, time, load, from, wait);
        return false;
    }
    if (load->address + load->size <= from->address || load->address >= from->after)
        return false;
    bool part = load->address < from->address || load->address + load->size > from->after;
    bool fits = !part && msim_stores_fit(load, from);
    bool same = fits && msim_stores_same(stores, load, from);
    bool foreseen = !part && !same && msim_stores_foreseen(stores, load, from);
    bool at_once = fits && !same && core->forward_foreseen &&
                   msim_stores_prepared(stores, load, from) && foreseen;
    same |= at_once;
    uint32_t takes =
        same ? core->forward_same
             : msim_stores_take(core, part ? core->forward_part : core->forward, load, from);
    uint64_t begins = msim_later(at_once ? load->entered : time, from->data);
    if (!same && !foreseen)
        begins = msim_later(begins,
                            part ? msim_later(stores->started, stores->parted) : stores->started);
    uint64_t ready = begins + takes;
    if (part)
        stores->parted = ready;
    *wait = (struct msim_wait){
        .ready = ready, .from = MSIM_WAIT_STORE, .level = ready > time ? ready - time : 0};
    return at_once;
}

/* True: one of the last lines that stores were written to. */
static inline bool msim_stores_had(const struct msim_stores *stores, uint64_t line)
{
    for (unsigned i = 0; i < MSIM_STORE_LINES; i++)
        if (stores->line[i] == line)
            return true;
    return false;
}

/* True: it can be written in the cycle of the one before it. */
static inline bool msim_stores_join(const struct msim_stores *stores, uint64_t address)
{
    const struct msim_core *core = stores->core;
    if (stores->in_cycle >= core->line_stores)
        return false;
    return core->store_block ? (address ^ stores->last) < core->store_block
                             : msim_stores_had(stores, address >> MSIM_LINE_SHIFT);
}

/* One whose line is there, and whose instruction retired, at `earliest` is written after those
 * before it; `address` is NULL if nothing is. */
static inline void msim_stores_write(struct msim_stores *stores, const uint64_t *address,
                                     uint64_t earliest)
{
    bool joins = address && msim_stores_join(stores, *address);
    uint64_t time = msim_later(stores->written + !joins, earliest);
    stores->in_cycle = time == stores->written ? stores->in_cycle + 1 : 1;
    stores->written = time;
    if (address && !joins)
        stores->line[stores->next++ % MSIM_STORE_LINES] = *address >> MSIM_LINE_SHIFT;
    msim_recent_add(&stores->buffer, time * MSIM_TICKS);
    if (!address)
        return;
    stores->last = *address;
    msim_stores_at(stores, *address)->written = time;
}

/* A store and a load that do not run (core/learning.h). */
void msim_stores_learn(struct msim_stores *stores, uint64_t address, uint32_t size, bool vector);
void msim_stores_learn_load(struct msim_stores *stores, const struct msim_forwarded *load);

/* The same of what `rep` repeats, of so many bytes, which takes no place. */
void msim_stores_repeat(struct msim_stores *stores, uint64_t address, uint32_t size,
                        uint64_t earliest);
