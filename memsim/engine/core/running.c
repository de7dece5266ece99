/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of running.h. */
#include "running.h"

void msim_running_init(struct msim_running *to, const struct msim_core *core)
{
    const struct msim_running running[MSIM_OP_CLASSES] = {
        [MSIM_OP_JOIN] = {MSIM_PORTS_NONE, 0, 1, false},
        [MSIM_OP_SIMPLE] = {MSIM_PORTS_SIMPLE, core->simple, 1, false},
        [MSIM_OP_MULTIPLY] = {MSIM_PORTS_MULTIPLY, core->multiply, 1, false},
        [MSIM_OP_DIVIDE] = {MSIM_PORTS_MULTIPLY, core->divide, core->divide_busy, false},
        [MSIM_OP_VECTOR] = {MSIM_PORTS_VECTOR, core->vector, 1, true},
        [MSIM_OP_VECTOR_MULTIPLY] = {MSIM_PORTS_FLOAT_MULTIPLY, core->vector_multiply, 1, true},
        [MSIM_OP_FLOAT_ADD] = {MSIM_PORTS_FLOAT_ADD, core->float_add, 1, true},
        [MSIM_OP_FLOAT_MULTIPLY] = {MSIM_PORTS_FLOAT_MULTIPLY, core->float_multiply, 1, true},
        [MSIM_OP_FLOAT_FUSED] = {MSIM_PORTS_FLOAT_MULTIPLY, core->float_fused, 1, true},
        [MSIM_OP_FLOAT_DIVIDE] = {MSIM_PORTS_FLOAT_MULTIPLY, core->float_divide,
                                  core->float_divide_busy, true},
        [MSIM_OP_FLOAT_ROOT] = {MSIM_PORTS_FLOAT_MULTIPLY, core->float_root, core->float_root_busy,
                                true},
        [MSIM_OP_CONVERT] = {MSIM_PORTS_FLOAT_ADD, core->convert, 1, true},
        [MSIM_OP_MOVE] = {MSIM_PORTS_VECTOR, core->move, 1, true},
        [MSIM_OP_LOAD] = {MSIM_PORTS_LOAD, core->load, 1, false},
        [MSIM_OP_VECTOR_LOAD] = {MSIM_PORTS_LOAD, core->vector_load, 1, false},
        [MSIM_OP_STORE] = {MSIM_PORTS_STORE, 1, 1, false},
        [MSIM_OP_BRANCH] = {MSIM_PORTS_BRANCH, 1, 1, false},
        [MSIM_OP_OTHER] = {MSIM_PORTS_SIMPLE, core->other, 1, false}};
    for (unsigned i = 0; i < MSIM_OP_CLASSES; i++)
        to[i] = running[i];
}
