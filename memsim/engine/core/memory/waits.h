/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a core waits for: the parts that its cycles are divided into. */
#pragma once

#include <stdint.h>

/* Where instructions enter and retire, times are in ticks, so many a cycle. */
enum { MSIM_TICKS = 240 };

static inline uint64_t msim_later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The latest of some times, by their numbers; 0: there are none. */
static inline uint64_t msim_latest(const uint64_t *time, const uint16_t *number, unsigned used)
{
    uint64_t latest = 0;
    for (unsigned i = 0; i < used; i++)
        latest = msim_later(latest, time[number[i]]);
    return latest;
}

static inline uint64_t msim_earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

enum msim_cause {
    MSIM_BUSY,       /* instructions enter and retire as fast as the core can */
    MSIM_DEPENDENCY, /* an operation waits for another one, or takes longer than a cycle */
    MSIM_FRONT,      /* the front has nothing: code misses the first level, or a branch is taken */
    MSIM_MISPREDICT, /* a branch went another way than was predicted */
    MSIM_WAIT_L2,    /* a load waits for L2, */
    MSIM_WAIT_L3,
    MSIM_WAIT_MEMORY,
    MSIM_WAIT_WALK,      /* for the translation of its address, */
    MSIM_WAIT_BANDWIDTH, /* for others that are on their way, */
    MSIM_WAIT_STORE,     /* stores fill their buffer, or a load waits for a store's data, */
    MSIM_WAIT_CORE,      /* for a line of another core */
    MSIM_CAUSES
};

/* A load: when it is ready, and the last cycles before that by what they were spent on, the latest
 * first: where its line came from, what was before it on the way, and its address. A line that is
 * under way or was asked for ahead has no bandwidth, but all cycles until it arrives at its level;
 * a load of a store's data is MSIM_WAIT_STORE for all of its time. */
struct msim_wait {
    uint64_t ready;
    uint32_t hinted; /* the number of the use of a line that the program asked for, + 1; 0: none */
    enum msim_cause from; /* MSIM_DEPENDENCY: the first level had it */
    uint64_t level, bandwidth, walk;
    /* What memory does not say: */
    uint64_t address; /* what it loads, */
    uint32_t size;    /* so many bytes; */
    uint64_t load;    /* what stands for its instruction; */
    uint64_t entered; /* when it could have started, */
    uint64_t sources; /* and when its address was known, and by which load (core/origin.h) */
};
