/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simulator: an observer that runs the stream through a machine's caches and TLBs.
 *
 * The model: LRU, write-allocate, a miss fills every level on the way, no back-invalidation.  A
 * reference counts at most one miss per level, even if it lies in two lines; a reference that
 * misses is passed whole to the next level.  Each instruction is one reference to the instruction
 * side, each access one to the data side, in program order.  Of an access marked `block` (processor
 * state saved by one instruction, up to hundreds of bytes) only the first bytes count, up to the
 * smallest line size, as in Cachegrind, so that counts can be compared.
 *
 * How: each segment has a `hot` record of one cache line: how often it ran, which granules its code
 * lies in, and its accesses as runs.  A run is one or more consecutive accesses from the same base
 * that usually fall into one granule, and then are one reference as far as LRU can tell.  The
 * ports' fronts handle nearly all segments: a count, and times for what was touched.  Of what a
 * front does not answer, a run in one granule is one search, and one in two granules goes access by
 * access unless the front knows both.
 *
 * Several cores: the records come in turns, each run by one core (msim_sim_run_on), which has ports
 * of its own (cores.h).  What misses them is passed on at once, as cores may look for it in each
 * other's caches.
 *
 * Order: the two sides do not influence each other's hits, so all fetches of a record precede its
 * data.  Only if a fetch missed that belongs after an access, misses are queued in program order,
 * access by access.  So the outer levels and observers see all references in that order.
 */
#pragma once

#include "make.h"

/* The records that come next are run by this core. */
void msim_sim_run_on(struct msim_sim *sim, uint32_t core);

/* Runs the records from `words` to `end`, or up to the first that ends the slice (cores.h): which
 * takes a line from another core or, where someone knows the time, at whose end that is up.
 * Returns where it stopped. */
const uint64_t *msim_sim_run(struct msim_sim *sim, const uint64_t *words, const uint64_t *end);

/* Adds to the profile the references of all segments that ran since the last call. */
void msim_sim_settle(struct msim_sim *sim);
