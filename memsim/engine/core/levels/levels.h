/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the simulator's caches have a line, or the kernel has just brought it, and which level
 * served what missed the first one. */
#pragma once

#include "engine/core/memory/memory.h"
#include "engine/core/memory/pagetables.h"
#include "engine/outer/misses.h"
#include "kernellines.h"

struct msim_sim;

struct msim_levels {
    struct msim_sim *sim;
    struct msim_kernel_lines kernel;
    bool has_l2, has_l3;
};

void msim_levels_init(struct msim_levels *levels, const struct msim_mem *mem, struct msim_sim *sim,
                      const struct msim_machine *machine);

/* The same for ways.h. */
struct msim_probe msim_levels_probe(struct msim_levels *levels, const struct msim_machine *machine);

/* What a reference missed, by its outcome (outer/misses.h), on the core that has these tables. */
struct msim_served msim_levels_served(struct msim_levels *levels, struct msim_page_tables *tables,
                                      const struct msim_ref *ref, unsigned outcome);
