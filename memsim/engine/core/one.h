/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One core of several, or the only one: its pipeline, what is behind it, its predictors, and which
 * thread it runs.
 *
 * Cost: half a megabyte for a core that runs something.
 */
#pragma once

#include "pipeline.h"

struct msim_one_core {
    struct msim_pipeline pipeline;
    struct msim_memory memory;
    struct msim_page_tables tables; /* as this core's walks find them */
    struct msim_branches *branches;
    uint64_t thread; /* that runs */
    uint64_t began;  /* the slice, in cycles */
    uint64_t limit;  /* when it is over, in ticks */
};

/* As many cores as the machine has. */
struct msim_one_core *msim_cores_make(const struct msim_mem *mem,
                                      const struct msim_machine *machine,
                                      const struct msim_probe *probe,
                                      const struct msim_charges *charges);

/* This thread runs on the core from now on: what another one did says nothing of where it is. */
void msim_one_core_thread(struct msim_one_core *core, uint64_t thread);

/* A slice begins, at this time of all cores, and is over when `most` has passed. */
void msim_one_core_begin(struct msim_one_core *core, uint64_t now, uint64_t most);

static inline uint64_t msim_one_core_took(const struct msim_one_core *core)
{
    return msim_pipeline_cycles(&core->pipeline) - core->began;
}

/* As msim_pipeline_cycles() counts, but asked after each record. */
static inline bool msim_one_core_is_over(const struct msim_one_core *core)
{
    return core->pipeline.retired + (MSIM_TICKS - 1) >= core->limit;
}
