/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cores of one.h. */
#include "one.h"

#include "engine/arrays/array.h"

/* Which last level a core has. */
static uint32_t instance_of(uint32_t core, uint32_t sharing)
{
    return msim_cores_instance(core, sharing == MSIM_CORES_ALL ? 0 : sharing);
}

/* The first core with the same last level as this one; this one: there is none before it. */
static uint32_t first_near(const struct msim_machine *machine, uint32_t core)
{
    enum msim_level last = machine->level[MSIM_L3].units ? MSIM_L3 : MSIM_L2;
    uint32_t sharing = msim_level_sharing(machine, last);
    if (!machine->level[last].units)
        return 0;
    for (uint32_t i = 0; i < core; i++)
        if (instance_of(i, sharing) == instance_of(core, sharing))
            return i;
    return core;
}

/* Where the caches hold what the program asks for. */
static struct msim_hinted *hinted_of(const struct msim_mem *mem, const struct msim_machine *machine)
{
    const struct msim_geometry *d1 = &machine->level[MSIM_D1];
    if (!machine->hints || !d1->units)
        return NULL;
    return msim_hinted_new(mem, msim_array_room(msim_geometry_sets(MSIM_D1, d1), d1->ways));
}

struct msim_one_core *msim_cores_make(const struct msim_mem *mem,
                                      const struct msim_machine *machine,
                                      const struct msim_probe *probe,
                                      const struct msim_charges *charges)
{
    uint32_t used = msim_machine_cores(machine);
    struct msim_one_core *cores = msim_get(mem, used * sizeof *cores, 64);
    for (uint32_t i = 0; i < used; i++) {
        struct msim_one_core *core = &cores[i];
        core->branches = msim_branches_make(mem, machine->core.target_bits);
        core->limit = UINT64_MAX;
        msim_page_tables_init(&core->tables, mem, machine);
        msim_memory_init(&core->memory, mem, machine, probe);
        core->memory.hinted = hinted_of(mem, machine);
        msim_pipeline_init(&core->pipeline, mem, &machine->core, &core->memory, core->branches,
                           charges);
        uint32_t near = first_near(machine, i);
        if (i)
            msim_ways_join(&core->memory.ways, &cores->memory.ways,
                           near < i ? &cores[near].memory.ways : NULL);
        else if (used > 1)
            msim_ways_several(&core->memory.ways, mem);
    }
    return cores;
}

void msim_one_core_thread(struct msim_one_core *core, uint64_t thread)
{
    if (core->thread == thread)
        return;
    core->thread = thread;
    msim_pipeline_break(&core->pipeline);
    msim_branches_switch(core->branches);
}

void msim_one_core_begin(struct msim_one_core *core, uint64_t now, uint64_t most)
{
    core->began = msim_pipeline_cycles(&core->pipeline);
    core->limit = most < UINT64_MAX / MSIM_TICKS - core->began ? (core->began + most) * MSIM_TICKS
                                                               : UINT64_MAX;
    msim_ways_meet(&core->memory.ways, core->began, now);
}
