/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which load a value comes from: the one that was ready last among all that it depends on.
 *
 * The time when a value is ready and the number of that load are one number, so that the later of
 * two values has its load with it:
 *
 *     cycles << MSIM_ORIGIN_BITS | number of the load; 0: it comes from no load
 *
 * Numbers are given in turn. One is used again after MSIM_ORIGINS loads, which are more than a
 * window has; a value from before the window is ready by then, and nobody asks for its load.
 */
#pragma once

#include <stdint.h>

enum { MSIM_ORIGIN_BITS = 12, MSIM_ORIGINS = 1 << MSIM_ORIGIN_BITS };

/* A load. */
struct msim_origin {
    uint64_t load; /* what stands for its instruction; */
    uint32_t site; /* with `load` 0: none */
};

/* The last loads, by number. */
struct msim_origins {
    struct msim_origin of[MSIM_ORIGINS];
    uint32_t last;
};

static inline uint64_t msim_origin_time(uint64_t value)
{
    return value >> MSIM_ORIGIN_BITS;
}

/* A value that is ready at `time`, and comes from where `from` does. */
static inline uint64_t msim_origin_same(uint64_t time, uint64_t from)
{
    return time << MSIM_ORIGIN_BITS | (from & (MSIM_ORIGINS - 1));
}

/* A value that this load has at `time`. */
static inline uint64_t msim_origin_new(struct msim_origins *origins, uint64_t time, uint64_t load,
                                       uint32_t site)
{
    uint32_t number = (origins->last + 1) & (MSIM_ORIGINS - 1);
    origins->last = number += !number;
    origins->of[number] = (struct msim_origin){load, site};
    return time << MSIM_ORIGIN_BITS | number;
}
