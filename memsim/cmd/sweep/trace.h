/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sweeping a trace: `memsim sweep TRACE GRID`, in one process, in several, or as a list of commands for
 * several machines.
 *
 * Every shard plays the whole trace and keeps its own cells (shards.h), so shards need nothing from each
 * other.  Their parts are files of a sweep with all functions in them, of which the whole shows the
 * costliest.
 */
#ifndef MSIM_CMD_SWEEP_TRACE_H
#define MSIM_CMD_SWEEP_TRACE_H

#include "cmd/sweep/file/set.h"

struct msim_sweep_job {
    const char *trace;
    const char *grid;
    bool partial;
    int operands; /* tool options among them */
    char **operand;
};

/* Runs the job in so many processes; the cells go to `sweep`.  Ends the command if something is wrong
 * with the trace, the grid or the options. */
void msim_sweep_trace(const struct msim_sweep_job *job, unsigned processes,
                      struct msim_swept *sweep);

/* Prints one command per shard, each of which writes a part named PREFIX.NUMBER. */
void msim_sweep_plan(const struct msim_sweep_job *job, unsigned shards, const char *prefix);

#endif
