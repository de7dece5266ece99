/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The units of ports.h. */
#include "ports.h"

void msim_ports_init(struct msim_ports *ports, const struct msim_mem *mem,
                     const struct msim_core *core)
{
    const uint32_t units[MSIM_PORT_GROUPS] = {[MSIM_PORTS_SIMPLE] = core->simple_ports,
                                              [MSIM_PORTS_MULTIPLY] = core->multiply_ports,
                                              [MSIM_PORTS_DIVIDE] = core->divide_ports,
                                              [MSIM_PORTS_BRANCH] = core->branch_ports,
                                              [MSIM_PORTS_SHIFT] = core->shift_ports,
                                              [MSIM_PORTS_SELECT] = core->select_ports,
                                              [MSIM_PORTS_VECTOR] = core->vector_ports,
                                              [MSIM_PORTS_FLOAT_ADD] = core->float_add_ports,
                                              [MSIM_PORTS_FLOAT_MULTIPLY] =
                                                  core->float_multiply_ports,
                                              [MSIM_PORTS_FLOAT_DIVIDE] = core->float_divide_ports,
                                              [MSIM_PORTS_MOVE] = core->move_ports,
                                              [MSIM_PORTS_LOAD] = core->load_ports,
                                              [MSIM_PORTS_VECTOR_LOAD] = core->vector_load_ports,
                                              [MSIM_PORTS_STORE] = core->store_ports,
                                              [MSIM_PORTS_VECTOR_STORE] = core->vector_store_ports,
                                              [MSIM_PORTS_ACCESS] = core->access_ports};
    for (unsigned i = 0; i < MSIM_PORT_GROUPS; i++)
        msim_buckets_init(&ports->group[i], mem, 0, units[i]);
    ports->words = core->word_loads;
    for (unsigned i = 0; ports->words && i < MSIM_LINE_WORDS; i++)
        msim_buckets_init(&ports->word[i], mem, 0, core->word_loads);
}
