/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim sweep TRACE GRID: sweeps a trace in one process, in several, or by a list of commands for
 * several machines.
 *
 * Every shard plays the whole trace for its own cells, so shards need nothing from each
 * other.  Their parts list all functions; the joined sweep shows the costliest.
 */
#pragma once

#include "cmd/sweep/file/set.h"
#include "engine/sweep/grid.h"

struct msim_sweep_job {
    const char *trace;
    const char *grid;
    bool partial;
    int operands; /* tool options are among them */
    char **operand;
};

/* Runs the job in this many processes and adds the cells to `sweep`.  Ends the command if the
 * trace, the grid or an option is wrong. */
void msim_sweep_trace(const struct msim_sweep_job *job, unsigned processes,
                      struct msim_swept *sweep);

/* Prints one command for each shard; each writes a part named PREFIX.NUMBER. */
void msim_sweep_plan(const struct msim_sweep_job *job, unsigned shards, const char *prefix);

/*
 * Divides a grid into shards, which can be computed independently.
 *
 * A level's cells are all combinations of its sizes, ways and lines.  So are a shard's, so that it
 * can be written as a grid again.  The largest shard is halved, by lines, else by sizes, else by
 * ways, until there are enough.  If fewer shards are wanted than there are levels, a shard has
 * several levels.
 */

struct msim_shards {
    char **grid; /* each in the form that users write */
    unsigned used;
};

/* Divides the grid into `wanted` shards, or as many as there are cells if those are fewer. */
struct msim_shards msim_shards_of(const struct msim_grid *grid, unsigned wanted);

void msim_shards_free(struct msim_shards *shards);
