/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many stores before it a load took its value from, the last times: where that repeats itself,
 * a core foresees it, and needs no addresses for it.
 *
 * Cost: 64 KB.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MSIM_DISTANCES = 4096 };

/* In each place, of the load that took something last. */
struct msim_distances {
    struct {
        uint64_t load;
        uint32_t stores, times; /* so many before it, as often in a row */
    } of[MSIM_DISTANCES];
};

static inline uint32_t msim_distances_place(uint64_t load)
{
    return (load ^ load >> 12) % MSIM_DISTANCES;
}

/* The load takes from so many stores before it.  True: it did so the last `least` times, too. */
static inline bool msim_distances_repeat(struct msim_distances *distances, uint64_t load,
                                         uint32_t stores, uint32_t least)
{
    uint32_t place = msim_distances_place(load);
    uint32_t times = distances->of[place].times;
    if (distances->of[place].load != load || distances->of[place].stores != stores)
        times = 0;
    distances->of[place].load = load;
    distances->of[place].stores = stores;
    distances->of[place].times = times + 1;
    return times >= least;
}
