/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What fixes of shared lines gain, counted: the trace is replayed once more, with the parts of
 * these lines (fix.h) on lines of their own (separated.h).
 *
 * All are separated in one replay, but for those that are predicted, which did not miss.  Threads
 * then wait less for memory, so what they do falls together in another way: other lines may have a
 * few misses by coherence more or fewer, which the total contains.
 */
#pragma once

#include "fix.h"
#include "separated.h"

/* Misses by coherence afterwards. */
struct msim_gain_line {
    bool is_separated; /* a layout separates its parts; else it was left as it is */
    uint64_t misses;
};

struct msim_gain {
    struct msim_gain_line *line; /* by its place among the costliest */
    size_t lines, separated;
    uint64_t before, after; /* of those that are separated */
    uint64_t total;         /* of the whole run, afterwards */
};

/* Counts what separating the first `lines` lines gains.  A trace or an option that is wrong ends
 * the command. */
void msim_gain_count(struct msim_gain *gain, const struct msim_contended *contended,
                     const struct msim_fix *fix, size_t lines,
                     const struct msim_separated_trace *trace);
void msim_gain_free(struct msim_gain *gain);
