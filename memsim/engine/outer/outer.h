/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The outer levels: L2, L3 and the second-level TLBs, shared by both sides.
 *
 * They take what missed a first level in batches (misses.h), which they handle level by level, so
 * that the memory a level needs has been prefetched by then.  Misses of the first level are counted
 * here, too.  Observers of misses see each batch, then the part of it that missed L2.
 *
 * They own all that they change, so they can run in another process than the ports.
 */
#pragma once

#include "levels.h"

/* Takes the misses of a queue (misses.h), in whatever process. */
struct msim_miss_receiver msim_outer_receiver(struct msim_outer_levels *outer);

/* What became of a line that another core takes. */
struct msim_taken {
    bool any, dirty; /* it was there, and dirty */
};

/* The line leaves L2 or L3 of the core.  Lines are numbered as the level knows them. */
struct msim_taken msim_outer_take(struct msim_outer_levels *outer, uint32_t core,
                                  enum msim_level level, uint64_t line);

/* Another core takes what the core's D1 has in the slot, which was prefetched and not used. */
void msim_outer_take_unused(struct msim_outer_levels *outer, uint32_t core, uint64_t slot);

struct msim_lines;

/* What became of prefetches, and what would miss without them.  Says so if the counts do not add
 * up. */
void msim_outer_summary(const struct msim_outer_levels *outer, const struct msim_lines *lines);
