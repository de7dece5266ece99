/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sweep: every geometry of a grid in one pass over the stream.
 *
 * Model: each cell counts exactly what a run counts in that level if the level has the cell's
 * geometry and all other levels are the machine's.  LRU makes this possible: a stack of blocks in
 * order of use represents the caches of all numbers of ways at once (lru.h).
 *
 *     cells of                       see
 *     I1 ITLB, D1 DTLB               all references of their side           msim_sweep_run
 *     L2                             misses of the machine's I1 and D1      msim_sweep_missed
 *     L2TLB L2ITLB L2DTLB            misses of its ITLB, its DTLB           msim_sweep_missed
 *     L3                             misses of its L2                       msim_sweep_missed
 *
 * A `block` access (sim.h) is cut to the smallest line of the machine and the cell.  For I1, D1 and
 * TLBs that is exactly what a run would do.  A cell of L2 or L3 sees the misses of the machine as
 * it is.  If the cell or its level has a smaller line than all other levels, a separate run would
 * cut the access for the first level, too.  That makes a difference if the access lies in two lines
 * of the first level before the cut and in one after it, which never happens if its address is
 * aligned to a line, as that of xsave usually is.
 *
 * Where the machine's L2 and L3 are indexed by physical pages, so are their cells, by the same
 * frames: misses of the first level come here in the order in which they give frames
 * (pageframes.h).
 *
 * The owner of a sweep calls msim_sweep_extend() and _run(), attaches _missed() to the simulator's
 * misses, and settles the simulator before it asks for results.
 */
#pragma once

#include "all_refs.h"
#include "engine/base/about.h"
#include "engine/base/observer.h"
#include "engine/base/text.h"
#include "engine/ports/ref.h"
#include "grid.h"
#include "level.h"
#include "stream/dict.h"

struct msim_sweep {
    const struct msim_mem *mem;
    const struct msim_machine *machine;
    const struct msim_grid *grid;
    struct msim_functions functions;             /* numbered from 0 */
    struct msim_sweep_level *swept[MSIM_LEVELS]; /* NULL: no cells */
    struct msim_all_refs all_refs;
    bool has_all_refs;
    uint32_t listed; /* the costliest functions of each level that the file has */
};

extern const struct msim_observer msim_sweep_observer;

/* The memory that a sweep of this grid needs, except for a few megabytes: bytes for the contents of
 * its cells and for the counts of this many functions. */
uint64_t msim_sweep_bytes(const struct msim_grid *grid, uint32_t functions);

/* `grid` has passed msim_grid_fit() with `machine`.  Both must live as long as the sweep. */
struct msim_sweep *msim_sweep_new(const struct msim_mem *mem, const struct msim_dict *dict,
                                  const struct msim_machine *machine, const struct msim_grid *grid);

/* Its cells of L2 and L3 are indexed by these frames; call before it sees references. */
void msim_sweep_index_by(struct msim_sweep *sweep, struct msim_pageframes *frames);

/* For tests: at most `max` regions get numbers (regions.h). */
void msim_sweep_limit_regions(struct msim_sweep *sweep, uint32_t max);

/* As in the row of an observer (engine/base/observer.h); `self` is the sweep.  A child's cells keep
 * their contents. */
void msim_sweep_extend(void *self);
void msim_sweep_run(void *self, const uint64_t *words, const uint64_t *end);
void msim_sweep_missed(void *self, enum msim_missed_level level, const struct msim_ref *refs,
                       uint32_t used);
void msim_sweep_clear(void *self);
/* Writes the file of the sweep (docs/format.md), after the simulator is settled. */
void msim_sweep_file(void *self, const struct msim_about *about, const struct msim_sink *sink);

/* --- Results, after the simulator is settled ----------------------------------------------- */

/* Number of references that the cells of a level saw. */
uint64_t msim_sweep_references(const struct msim_sweep *sweep, enum msim_level level);

/* The misses of a cell of the grid: in all functions, and in one. */
struct msim_misses msim_sweep_misses(const struct msim_sweep *sweep, const struct msim_cell *cell);
struct msim_misses msim_sweep_misses_by(const struct msim_sweep *sweep,
                                        const struct msim_cell *cell, uint32_t function);
