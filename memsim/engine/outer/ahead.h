/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * L2 and L3 with prefetchers: what reaches them, and what their prefetchers bring in
 * (prefetchers/prefetcher.h).
 *
 * A reference that misses L2 reaches L3 before L2's prefetchers see it, so what these ask for comes
 * after it.  Prefetches of D1 come here as reports (ports/ref.h).
 */
#pragma once

#include "levels.h"

/* References a level that has prefetchers, or that some level before it has; true if it missed. */
bool msim_ahead_touch(struct msim_outer_levels *outer, enum msim_level level,
                      const struct msim_ref *ref);

/* Shows the reference to the level's prefetchers, after it went through all levels. */
void msim_ahead_follow(struct msim_outer_levels *outer, enum msim_level level,
                       const struct msim_ref *ref, bool missed);

/* The same of a reference to L2 where lines are followed, and of what it had L3 asked for; `missed`:
 * what msim_traffic_refer() returned. */
void msim_ahead_show(struct msim_outer_levels *outer, const struct msim_ref *ref, unsigned missed);

/* Lines of these bytes come into some level, or into D1 or I1, none of which has them: what waits of
 * them in a buffer is sent (combining/buffers.h). */
static inline void msim_ahead_meet(struct msim_outer_levels *outer, uint64_t first, uint64_t last)
{
    if (__builtin_expect(outer->buffers.used || outer->buffers.sent.used, 0))
        msim_buffers_meet(&outer->buffers, first, last);
}

/* Takes a report of D1. */
void msim_ahead_report(struct msim_outer_levels *outer, const struct msim_ref *report);

/* What is left of all levels is counted; false: not any more. */
void msim_ahead_leave(struct msim_outer_levels *outer, bool counted);

/* All levels were emptied. */
void msim_ahead_empty(struct msim_outer_levels *outer);

/* Counts were forgotten, or what a forked child has of its parent. */
void msim_ahead_forget(struct msim_outer_levels *outer, uint32_t part);

/* The first level whose counts do not add up; MSIM_LEVELS: all do. */
enum msim_level msim_ahead_wrong(const struct msim_outer_levels *outer);
