/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The sweep: every geometry of a grid in one pass over the stream.
 *
 * Model: each cell counts what a run counts in that level with the cell's geometry in its place, the
 * other levels being the machine's.  LRU makes that possible: a stack of blocks in order of use holds
 * the caches of all numbers of ways at once (lru.h).
 *
 *     cells of                       see
 *     I1 ITLB, D1 DTLB               every reference of their side          msim_sweep_run
 *     L2                             what missed I1 or D1 of the machine    msim_sweep_first
 *     L2TLB L2ITLB L2DTLB            what missed its ITLB, its DTLB         msim_sweep_first
 *     L3                             what missed its L2                     msim_sweep_second
 *
 * A `block` access (sim.h) is cut to the smallest line of the machine and the cell.  For I1, D1 and TLBs
 * that is what a run would do, exactly.  A cell of L2 or L3 sees what missed in the machine as it is:
 * where cell or level has a smaller line than all other levels, a run of its own would cut for the first
 * level too, and that differs if such an access lies in two lines of the first level before the cut and
 * in one after it.  State that is saved to addresses aligned to a line, as xsave's usually is, never does.
 *
 * The owner of a sweep calls msim_sweep_extend and _run, attaches _first and _second to the simulator's
 * misses, and settles the simulator before it asks for results.
 */
#ifndef MSIM_ENGINE_SWEEP_SWEEP_H
#define MSIM_ENGINE_SWEEP_SWEEP_H

#include "stream/dict.h"
#include "grid.h"
#include "part.h"
#include "engine/caches/ref.h"
#include "engine/base/text.h"

struct msim_observer;
struct msim_sweep;

extern const struct msim_observer msim_sweep_observer;

/* How many bytes a sweep of this grid needs, but for a few megabytes: for what its cells hold, and for the
 * counts of as many functions. */
uint64_t msim_sweep_bytes(const struct msim_grid *grid, uint32_t functions);

/* `grid` has passed msim_grid_fit with `machine`; both are kept. */
struct msim_sweep *msim_sweep_new(const struct msim_mem *mem, const struct msim_dict *dict,
                                  const struct msim_machine *machine, const struct msim_grid *grid);

/* For tests: no more than `max` numbers of regions (regions.h). */
void msim_sweep_limit_regions(struct msim_sweep *sweep, uint32_t max);

/* Prepares for what the dictionary has gained; call before it is in a chunk. */
void msim_sweep_extend(struct msim_sweep *sweep);

/* The first levels see the records from `words` to `end`. */
void msim_sweep_run(struct msim_sweep *sweep, const uint64_t *words, const uint64_t *end);

/* References, in order, that missed in first levels, as their `missed` says. */
void msim_sweep_first(struct msim_sweep *sweep, const struct msim_ref *refs, uint32_t used);

/* References, in order, that missed L2. */
void msim_sweep_second(struct msim_sweep *sweep, const struct msim_ref *refs, uint32_t used);

/* Has it cells of L3? */
bool msim_sweep_wants_l3(const struct msim_sweep *sweep);

/* All counts to zero: a forked child counts what it runs itself.  What the cells hold stays. */
void msim_sweep_clear(struct msim_sweep *sweep);

/* --- Results; the simulator has been settled ---------------------------------------------- */

/* How many references the level of a cell saw. */
uint64_t msim_sweep_references(const struct msim_sweep *sweep, enum msim_level level);

/* The misses in a cell of the grid: of all functions, of one. */
struct msim_misses msim_sweep_misses(const struct msim_sweep *sweep, const struct msim_cell *cell);
struct msim_misses msim_sweep_misses_by(const struct msim_sweep *sweep,
                                        const struct msim_cell *cell, uint32_t function);

/* The functions, numbered from 0. */
const struct msim_functions *msim_sweep_functions(const struct msim_sweep *sweep);

/* The grid and the machine it was made with. */
const struct msim_grid *msim_sweep_grid(const struct msim_sweep *sweep);
const struct msim_machine *msim_sweep_machine(const struct msim_sweep *sweep);

/* Writes the file of the sweep (docs/format.md), with the costliest `functions` of each level. */
void msim_sweep_file(const struct msim_sweep *sweep, const char *command, uint32_t functions,
                     const struct msim_mem *mem, const struct msim_sink *sink);

#endif
