/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the variables of a layout's rules by the symbols of the files that the program maps. */
#pragma once

#include "relocation.h"

/* Starts zeroed but for the first two. */
struct msim_variables {
    const struct msim_dict *dict;
    struct msim_relocation *relocation;
    uint32_t *file; /* that were looked at */
    size_t files;
    bool *found; /* by variable, in the order of the rules */
};

/* Takes the event of a mapping: of a file that was not mapped before, the rules' variables are
 * found. */
void msim_variables_mapped(void *self, const uint64_t *record);

/* The same for all variables of a file, except thread-local ones: calls `take` for each.  *file is
 * a list of the files seen, and starts as NULL. */
void msim_variables_each(
    const struct msim_dict *dict, const uint64_t *record, uint32_t **file, size_t *files,
    void (*take)(void *self, const char *name, uint64_t address, uint64_t bytes), void *self);

/* The first variable of the rules that no file has: its number among all, from 1; 0: none. */
size_t msim_variables_missing(const struct msim_variables *variables,
                              const struct msim_layout_rules *layout);
