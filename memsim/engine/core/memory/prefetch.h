/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hardware prefetchers: lines that are on their way before a load asks for them.
 *
 *     strides   of each load instruction: after two equal ones of at most 2 KB, the lines that
 *               the next `stride` ones come to, into the first level, each once; steps of less than
 *               a line count as one of a line.  With `prefetch_page`, only those of the page of
 *               4 KB
 *     streams   of lines that are asked for beyond the first level: that miss it, unless they were
 *               asked for into it ahead, or that strides ask for. A line continues the first stream
 *               whose last line is less than 16 lines away; else it begins one, in place of the
 *               one that was followed longest ago. After two steps in one direction, lines
 *               after it, as many as there were steps, at most `stream`, into L2, each once, on
 *               into the next page: as far from each other as the last two steps were long, if
 *               these were equal, else all; with `prefetch_page`, up to `stream` lines away.
 *
 * A line that waits in L2 may be asked for once more into the first level: it is sent from there
 * when it has come.
 *
 * They wait beside the caches with the time of their arrival, so the caches count what they count
 * without them. A miss that finds its line here waits only for the rest, and then for L2 or as a
 * hit does, and takes it away. They leave an eighth of memory's way to others (ways.h): a line for
 * which a way has no room soon is not asked for, and both end for now when memory's way has none.
 * A place of the tables has what came into it last.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ways.h"

enum { MSIM_STRIDES = 256, MSIM_STREAMS_MAX = 256, MSIM_ARRIVALS = 4096 };

struct msim_arrival {
    uint64_t line; /* + 1; 0: none; its place is line ^ line >> 12 */
    uint64_t time;
    uint8_t from; /* enum msim_cause */
    bool first;   /* into the first level; else into L2 */
};

struct msim_stride {
    uint64_t load; /* what stands for its address; its place is load ^ load >> 8; */
    uint64_t last; /* what it loaded last, */
    int64_t step;  /* how far that was from the one before, */
    uint32_t same; /* how often in a row, */
    uint64_t done; /* and the last line that was asked for */
};

struct msim_stream {
    uint64_t line; /* the last one */
    uint64_t done; /* the last one that was asked for */
    uint64_t used; /* when it was last followed; 0: never */
    int32_t steps; /* in one direction so far: up, or down below 0; */
    int64_t step;  /* how long the last one was, in lines, */
    bool even;     /* as long as the one before */
};

struct msim_prefetchers {
    const struct msim_core *core;
    struct msim_ways *ways;
    struct msim_arrival *arrival; /* by line */
    struct msim_stride stride[MSIM_STRIDES];
    struct msim_stream stream[MSIM_STREAMS_MAX];
    uint64_t now; /* counts what streams are shown */
    bool learns;  /* what is asked for is there at once, and takes no way */
};

void msim_prefetchers_init(struct msim_prefetchers *prefetchers, const struct msim_mem *mem,
                           struct msim_ways *ways);

/* The line, if it is on its way or waits; NULL: it does not. */
struct msim_arrival *msim_prefetchers_find(const struct msim_prefetchers *prefetchers,
                                           uint64_t line);

/* True: the line is to be asked for, from where it is, and not before *time: it is neither where it
 * is to go nor on its way there. */
bool msim_prefetchers_want(const struct msim_prefetchers *prefetchers, uint64_t *time,
                           uint64_t line, bool first, enum msim_cause *from);

/* The line is on its way from now on. */
void msim_prefetchers_expect(struct msim_prefetchers *prefetchers, uint64_t line, uint64_t arrives,
                             enum msim_cause from, bool first);

/* A load by the instruction that `load` stands for: its segment's address + its number there; and
 * what is known of it. */
void msim_prefetchers_step(struct msim_prefetchers *prefetchers, uint64_t time, uint64_t load,
                           uint64_t address, struct msim_stride *stride);

/* The same; where it was the last time, there is nothing to do. */
static inline void msim_prefetchers_load(struct msim_prefetchers *prefetchers, uint64_t time,
                                         uint64_t load, uint64_t address)
{
    struct msim_stride *stride = &prefetchers->stride[(load ^ load >> 8) % MSIM_STRIDES];
    if (stride->load != load || stride->last != address)
        msim_prefetchers_step(prefetchers, time, load, address, stride);
}

/* A line that missed the first level before the core runs: lines ahead of it are there when it
 * does. */
void msim_prefetchers_learn(struct msim_prefetchers *prefetchers, uint64_t line);

/* A line that missed the first level. */
void msim_prefetchers_miss(struct msim_prefetchers *prefetchers, uint64_t time, uint64_t line);
