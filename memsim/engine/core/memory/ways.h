/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ways on which lines come: each level's latency, and how many lines it sends in a stretch of
 * 64 cycles (buckets.h).  L2 may have eight banks, each of which sends fewer lines, or
 * gets them from levels after it: lines in order come from all banks, those 512 bytes apart from
 * one.  Lines that were written go back to one of sixteen, which takes twice as long: those 1,024
 * bytes apart all to one.  Memory sends a line sooner if it lies in one of the eight rows (of 8 KB of
 * physical memory) that were used last.
 *
 * Several cores have a time in common, of which the time of each is a part: a core that sleeps has
 * none meanwhile.  Those that share the last level also share the way from memory.  The ways from
 * the levels are each core's own, as its rates are those that one core has.  A line comes from
 * another core when that one has it (handed.h).
 */
#pragma once

#include "buckets.h"
#include "engine/machine/geometry.h"
#include "handed.h"
#include "waits.h"

enum { MSIM_LINE_SHIFT = 6, MSIM_ROWS = 8, MSIM_BANKS = 8, MSIM_BACK_BANKS = 16 };

struct msim_probe {
    /* Where a line is: MSIM_DEPENDENCY for the first level. */
    enum msim_cause (*where)(void *self, uint64_t line);
    /* Its number by physical addresses; NULL: the same. */
    uint64_t (*physical)(void *self, uint64_t line);
    void *self;
};

struct msim_ways {
    const struct msim_core *core;
    struct msim_probe probe;
    uint32_t latency[MSIM_LATENCIES];
    struct msim_buckets way[MSIM_CAUSES]; /* those of levels */
    /* Of L2; not used without them. */
    struct msim_buckets bank[MSIM_BANKS], back[MSIM_BACK_BANKS];
    uint64_t *row;              /* MSIM_ROWS of these, + 1, the last one first */
    struct msim_handed *handed; /* of all cores; NULL: there is one */
    uint64_t ahead;             /* of this core's time, the time of all */
};

void msim_ways_init(struct msim_ways *ways, const struct msim_mem *mem,
                    const struct msim_machine *machine, const struct msim_probe *probe);

/* There are several cores, of which this is the first; or one more, beside the first and, if it is
 * not NULL, beside one with the same last level. */
void msim_ways_several(struct msim_ways *ways, const struct msim_mem *mem);
void msim_ways_join(struct msim_ways *ways, const struct msim_ways *first,
                    const struct msim_ways *near);

/* The core's time is `time` when that of all is `all`. */
void msim_ways_meet(struct msim_ways *ways, uint64_t time, uint64_t all);

/* The core gets the line then. */
static inline void msim_ways_note(struct msim_ways *ways, uint64_t line, uint64_t time)
{
    if (ways->handed)
        msim_handed_note(ways->handed, line, time + ways->ahead);
}

/* When a line that is asked for at `time` is sent, which takes the way. */
uint64_t msim_ways_send(struct msim_ways *ways, enum msim_cause from, uint64_t time, uint64_t line);

/* When a line can be in L1 that will be written, as L2 has taken back the written one in whose place it
 * comes.  Both are of one set of L1, and so of one bank. */
uint64_t msim_ways_take_back(struct msim_ways *ways, uint64_t time, uint64_t line);

/* What is fetched ahead leaves an eighth of the way from memory to others, and nothing of those from
 * levels: what loads wait for there comes as fast as the level sends lines.  When it may be sent, at
 * *time or later, in the first stretch that has so much left; false: none of the next eight has. */
bool msim_ways_await(const struct msim_ways *ways, enum msim_cause from, uint64_t *time);

/* From there to a register; of the first level, too. */
uint32_t msim_ways_latency(const struct msim_ways *ways, enum msim_cause from);
