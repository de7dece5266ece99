/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns of columns.h. */
#include "columns.h"

/* A part of the cycles; in some, loads may wait. */
#define PART(name, what, its_label, letter, loads)                                                 \
    {                                                                                              \
        .words = {name, "cycle", what}, .label = its_label, .part = letter, .of_loads = loads      \
    }

const struct msim_observed msim_core_columns[MSIM_CAUSES] = {
    [MSIM_BUSY] = PART("CyBusy", "s busy", "Busy:", '.', false),
    [MSIM_DEPENDENCY] = PART("CyDep", "s of dependencies", "Dependency:", 'd', false),
    [MSIM_FRONT] = PART("CyFront", "s of the front end", "Front end:", 'f', false),
    [MSIM_MISPREDICT] = PART("CyBranch", "s of mispredictions", "Branches:", 'x', false),
    [MSIM_WAIT_L2] = PART("CyL2", "s of L2", "L2:", '2', true),
    [MSIM_WAIT_L3] = PART("CyL3", "s of L3", "L3:", '3', true),
    [MSIM_WAIT_MEMORY] = PART("CyMem", "s of memory", "Memory:", 'M', true),
    [MSIM_WAIT_WALK] = PART("CyWalk", "s of page walks", "Page walks:", 'W', true),
    [MSIM_WAIT_BANDWIDTH] = PART("CyBand", "s of bandwidth", "Bandwidth:", 'B', true),
    [MSIM_WAIT_STORE] = PART("CyStore", "s of stores", "Stores:", 'S', true),
    [MSIM_WAIT_CORE] = {.words = {"CyCore", "cycle", "s of other cores"},
                        .label = "Other cores:",
                        .part = 'C',
                        .of_loads = true,
                        .of_cores = true},
};
