/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What levels.h asks the simulator. */
#include "levels.h"

#include "engine/caches/sim.h"

enum { HUGE_SHIFT = 21 };
_Static_assert(1 << HUGE_SHIFT == MSIM_HUGE_PAGE, "");

void msim_levels_init(struct msim_levels *levels, const struct msim_mem *mem, struct msim_sim *sim,
                      const struct msim_machine *machine)
{
    levels->sim = sim;
    msim_kernel_lines_init(&levels->kernel, mem, sim->dict, machine);
    levels->has_l2 = machine->level[MSIM_L2].units != 0;
    levels->has_l3 = machine->level[MSIM_L3].units != 0;
}

static bool holds(const struct msim_array *array, uint64_t address)
{
    return msim_array_find(array, address >> array->shift) != MSIM_NO_SLOT;
}

static enum msim_cause where(void *self, uint64_t line)
{
    const struct msim_levels *levels = self;
    struct msim_sim *sim = levels->sim;
    uint64_t address = line << MSIM_LINE_SHIFT;
    if (sim->data->has_cache && holds(&sim->data->cache, address))
        return MSIM_DEPENDENCY;
    uint64_t frame = msim_pageframes_find(&sim->outer.frames, address);
    if (levels->has_l2 && holds(sim->outer.at.l2, frame))
        return MSIM_WAIT_L2;
    bool in_l3 = levels->has_l3 && holds(sim->outer.at.l3, frame);
    return msim_kernel_lines_where(&levels->kernel, address,
                                   in_l3 ? MSIM_WAIT_L3 : MSIM_WAIT_MEMORY);
}

static uint64_t physical(void *self, uint64_t line)
{
    struct msim_sim *sim = ((const struct msim_levels *)self)->sim;
    return msim_pageframes_find(&sim->outer.frames, line << MSIM_LINE_SHIFT) >> MSIM_LINE_SHIFT;
}

struct msim_probe msim_levels_probe(struct msim_levels *levels, const struct msim_machine *machine)
{
    return (struct msim_probe){where, machine->physical ? physical : NULL, levels};
}

/* Of the page at an address; of a reference that lies in two, the first one. */
static unsigned page_shift(struct msim_sim *sim, const struct msim_ref *ref)
{
    const struct msim_port *port = ref->kind == MSIM_FETCH ? sim->instr : sim->data;
    if (sim->outer.huge.huge && msim_huge_has(&sim->outer.huge, ref->first))
        return HUGE_SHIFT;
    return port->has_tlb ? port->small.tlb.shift : MSIM_PAGE_SHIFT;
}

/* Data that is in no cache of the simulator but L3. */
static enum msim_cause beyond_l2(struct msim_levels *levels, struct msim_page_tables *tables,
                                 const struct msim_ref *ref, enum msim_cause from)
{
    bool kernel = levels->kernel.on && ref->kind != MSIM_FETCH;
    return kernel ? msim_kernel_lines_use(&levels->kernel, tables, ref->first,
                                          page_shift(levels->sim, ref), from)
                  : from;
}

struct msim_served msim_levels_served(struct msim_levels *levels, struct msim_page_tables *tables,
                                      const struct msim_ref *ref, unsigned outcome)
{
    struct msim_served served = {
        .line = (ref->missed & MSIM_MISS_CACHE) != 0,
        .translation = (ref->missed & MSIM_MISS_TLB) != 0,
        .from = MSIM_WAIT_MEMORY,
    };
    served.walk = served.translation && (outcome & MSIM_OUTCOME_T2 ||
                                         !levels->sim->outer.has_l2tlb[ref->kind != MSIM_FETCH]);
    if (served.walk) {
        unsigned shift = page_shift(levels->sim, ref);
        served.entry = msim_page_tables_read(tables, ref->first >> shift, shift);
    }
    if (ref->missed & MSIM_REF_FROM_CORE)
        served.from = MSIM_WAIT_CORE;
    else if (levels->has_l2 && !(outcome & MSIM_OUTCOME_L2))
        served.from = MSIM_WAIT_L2;
    else if (levels->has_l3 && !(outcome & MSIM_OUTCOME_L3))
        served.from = MSIM_WAIT_L3;
    if (served.line && (served.from == MSIM_WAIT_L3 || served.from == MSIM_WAIT_MEMORY))
        served.from = beyond_l2(levels, tables, ref, served.from);
    if (served.line)
        msim_page_tables_fill(tables, served.from, ref->kind != MSIM_FETCH);
    return served;
}
