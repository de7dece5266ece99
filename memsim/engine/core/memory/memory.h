/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long a load waits: what is behind the first level, in time. What a reference misses is known
 * (the simulator says it); this says when its line arrives.
 *
 *     translation   a miss of the first TLB takes the second one's latency, or a walk, of which
 *                   `walkers` are possible at once; then its one or two lines are looked up, each
 *                   of them as if it alone missed
 *     walk          takes its latency, and then its entry's line (pagetables.h) is looked up as
 *                   that of a load is, but no prefetcher has it or sees it; with `walk-entry` 0, the
 *                   latency has that
 *     under way     a line that arrives later than a hit would be ready is waited for, and not
 *                   asked for again; one that a prefetcher asked for is as well (prefetch.h)
 *     miss          takes one of `misses` registers until its line arrives; of one set of the first
 *                   level, at most one begins in each stretch of `same-set` cycles
 *     way           then the line is sent (ways.h), and arrives after the level's latency; from
 *                   another core when that one has it, even if it is under way or was asked
 *                   for ahead: that one took it since then
 *     copies        a write of a line that is there waits for as long as a line from another core
 *                   takes, if others have to lose their copies
 *     hit           takes `load`
 *
 *     hint          the program asks for a line, into the first level or L2: it takes a register and
 *                   the way from where it is, as a miss does, and waits beside the caches from then
 *                   on (prefetch.h), unless it is there or under way. Its address is not
 *                   translated. Streams see it as a miss. Where the caches hold what the program
 *                   asks for (--hints), it comes from where they had it, and is under way until
 *                   then; what they had is not asked for
 *     past          a store that passes by the caches: after its translation, the first one of each
 *                   of its lines (past.h) takes the way to memory, and its bytes are there when they are
 *                   sent; those to the same line after it are there at once
 *
 * Where the caches hold what prefetchers bring (outer/ahead.h), these here ask for nothing, and only
 * say when it arrives:
 *
 *     comes     a line takes the way from where it is; one that waits in L2 is sent on when it has
 *               come. In the first level it is under way until then; in L2 it waits in the table
 *               of lines that were asked for ahead, and counts only for a miss that L2 serves
 *
 * Of registers or walkers that are free when asked for, the one is taken that became free last; if
 * none is, the first to become free. Lines that are under way, and the sets' stretches that are
 * taken, are in tables, in which each replaces what was in its place.
 *
 * Times need not come in order (buckets.h).
 */
#pragma once

#include "hinted.h"
#include "pagetables.h"
#include "past.h"
#include "prefetch.h"
#include "ways.h"

enum { MSIM_FLIGHTS = 1024, MSIM_SETS = 4096 };

/* What a reference missed, as the simulator says. */
struct msim_served {
    bool line, translation, walk; /* the first level, the first TLB, all TLBs */
    bool copies;                  /* nothing, but other cores lose their copies of its line */
    enum msim_cause from;         /* where the line comes from, if it missed */
    struct msim_page_entry entry; /* of the walk */
};

/* True: it takes longer than L2 and its TLB do. */
static inline bool msim_served_far(const struct msim_served *served)
{
    return served->walk || (served->line && served->from != MSIM_WAIT_L2);
}

enum { MSIM_SEEN_MAX = 2 * MSIM_ACCESSES_MAX };

/* A reference of the record that missed a first level. */
struct msim_seen {
    uint64_t first;
    enum msim_kind kind;
    struct msim_served served;
};

/* A line on its way; its place is the line's number modulo MSIM_FLIGHTS. */
struct msim_flight {
    uint64_t line; /* + 1; 0: none */
    uint64_t arrives;
    enum msim_cause from;
};

struct msim_memory {
    const struct msim_core *core;
    struct msim_ways ways;
    uint64_t miss_free[128], walk_free[16]; /* when each of the registers and walkers is free */
    struct msim_flight flight[MSIM_FLIGHTS];
    uint64_t set_taken[MSIM_SETS]; /* key = stretch * sets + set + 1, at key ^ key >> 12 */
    uint64_t sets;                 /* of the first level */
    struct msim_past_stores past;
    struct msim_prefetchers prefetchers;
    bool in_caches;             /* what prefetchers bring is there */
    struct msim_hinted *hinted; /* what the program asks for is; NULL: it is not */
};

void msim_memory_init(struct msim_memory *memory, const struct msim_mem *mem,
                      const struct msim_machine *machine, const struct msim_probe *probe);

/* True: what missed nothing, and whose address is known at `time`, is in one line, which is there
 * when a hit is ready. */
static inline bool msim_memory_hits(const struct msim_memory *memory, uint64_t time,
                                    uint64_t address, uint32_t size)
{
    uint64_t line = address >> MSIM_LINE_SHIFT;
    const struct msim_flight *flight = &memory->flight[line % MSIM_FLIGHTS];
    return (address + size - 1) >> MSIM_LINE_SHIFT == line &&
           (flight->line != line + 1 || flight->arrives <= time + memory->core->load);
}

/* When what missed nothing, and whose address is known at `time`, is ready. */
static inline uint64_t msim_memory_there(const struct msim_memory *memory, uint64_t time,
                                         uint64_t address, uint32_t size)
{
    uint64_t ready = time + memory->core->load, last = (address + size - 1) >> MSIM_LINE_SHIFT;
    for (uint64_t line = address >> MSIM_LINE_SHIFT; line <= last; line++) {
        const struct msim_flight *flight = &memory->flight[line % MSIM_FLIGHTS];
        if (flight->line == line + 1)
            ready = msim_later(ready, flight->arrives);
    }
    return ready;
}

/* A load or store of `size` bytes whose address is known at `time`: when its bytes are in the first
 * level, and what was waited for. */
void msim_memory_access(struct msim_memory *memory, uint64_t time, uint64_t address, uint32_t size,
                        const struct msim_served *served, struct msim_wait *wait);

/* The program asks for the line of an address at `time`, by the instruction at `instr`; `first`: into
 * the first level. */
void msim_memory_hint(struct msim_memory *memory, uint64_t time, uint64_t address, bool first,
                      uint64_t instr);

/* A store that passes by the caches: when its bytes are sent, and what was waited for. */
void msim_memory_past(struct msim_memory *memory, uint64_t time, uint64_t address, uint32_t size,
                      const struct msim_served *served, struct msim_wait *wait);

/* A prefetcher of the caches brings a line from there, into the first level, or into L2. */
void msim_memory_comes(struct msim_memory *memory, uint64_t time, uint64_t line, bool first,
                       enum msim_cause from);

/* Code that missed: how long its front waits. */
uint64_t msim_memory_fetch(struct msim_memory *memory, const struct msim_served *served);
