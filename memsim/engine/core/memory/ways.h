/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The ways on which lines come: each level's latency, and how many lines it sends in a stretch of
 * 64 cycles (buckets.h).  Memory sends a line sooner if it lies in one of the eight rows (of 8 KB)
 * that were used last.
 */
#pragma once

#include "buckets.h"
#include "engine/machine/geometry.h"
#include "waits.h"

enum { MSIM_LINE_SHIFT = 6, MSIM_ROWS = 8 };

struct msim_ways {
    const struct msim_core *core;
    uint32_t latency[MSIM_LATENCIES];
    struct msim_buckets way[MSIM_CAUSES]; /* those of levels */
    uint64_t row[MSIM_ROWS];              /* + 1, the last one first */
};

void msim_ways_init(struct msim_ways *ways, const struct msim_mem *mem,
                    const struct msim_machine *machine);

/* When a line that is asked for at `time` is sent, which takes the way. */
uint64_t msim_ways_send(struct msim_ways *ways, enum msim_cause from, uint64_t time, uint64_t line);

/* True: two thirds of the way are taken then. */
bool msim_ways_busy(const struct msim_ways *ways, enum msim_cause from, uint64_t time);

/* From there to a register; of the first level, too. */
uint32_t msim_ways_latency(const struct msim_ways *ways, enum msim_cause from);
