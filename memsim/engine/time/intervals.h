/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All events over time, for intervals of instructions, of milliseconds or of bytes allocated.
 *
 * An interval of N instructions ends with the first segment that reaches N, 2 N, 3 N, ..., so it
 * does not depend on where a chunk of the stream ends.  With another unit of time, it ends with the
 * first event that reports a time past its end.
 *
 * The simulator lists the segments that ran (caches/parts.h).  When an interval ends, their counts
 * and the functions that ran most become a row; its misses are the difference of two totals, which
 * the outer levels keep at each mark.
 *
 * Cost: for each interval, a visit to each segment that ran in it, and 300 bytes; for each segment
 * that runs, two comparisons.
 */
#pragma once

#include "allocated.h"
#include "engine/base/about.h"
#include "engine/caches/sim.h"
#include "paths.h"
#include "rows.h"
#include "segments.h"

enum msim_interval_unit { MSIM_INTERVAL_INSTRUCTIONS, MSIM_INTERVAL_MS, MSIM_INTERVAL_BYTES };

enum { MSIM_MARKS_MAX = 10000 }; /* further marks are only counted */

/* A mark that the program set (MSIM_PART_MARK). */
struct msim_time_mark {
    uint64_t at; /* instructions */
    uint32_t thread;
    uint32_t text; /* a string */
};

struct msim_intervals {
    const struct msim_mem *mem;
    const struct msim_machine *machine;
    struct msim_sim *sim;
    enum msim_interval_unit unit;
    struct msim_interval_rows rows;
    struct msim_interval now; /* counts since the last row; without its largest functions */
    struct msim_tally functions, parts; /* parts by their path */
    struct msim_part_paths paths;
    struct msim_interval_segments segments;
    uint64_t from, begun; /* in instructions: when the first row began, and the present one */
    uint64_t clock;       /* milliseconds or bytes */
    struct msim_allocated_bytes bytes;
    uint32_t first_mark; /* the mark in the queue before the first row */
    uint32_t queued;     /* number of marks */
    struct msim_table marks;
    uint64_t marks_left_out;
};

void msim_intervals_init(struct msim_intervals *intervals, const struct msim_mem *mem,
                         const struct msim_machine *machine, struct msim_sim *sim,
                         const struct msim_interval_rows *rows, enum msim_interval_unit unit);

/* For the row; `intervals` is a struct msim_intervals. */
void msim_intervals_extend(void *intervals);
void msim_intervals_event(void *intervals, const uint64_t *record, uint64_t instructions);
void msim_intervals_ran(void *intervals, struct msim_parts *parts, uint64_t instructions);
void msim_intervals_clear(void *intervals);
void msim_intervals_file(void *intervals, const struct msim_about *about,
                         const struct msim_sink *sink);

/* The number of rows, with the present one, and one row with its counts.  Call when the study is
 * settled. */
uint32_t msim_intervals_used(const struct msim_intervals *intervals);
struct msim_interval msim_intervals_row(const struct msim_intervals *intervals, uint32_t number,
                                        struct msim_row *counts);
