/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Link-time addresses of static data: the file has addresses less that of the module's lowest page,
 * which is not 0 in executables that are not position-independent. */
#pragma once

#include "cmd/data/objects/set.h"

/* By file: where the lowest page of each is linked. */
struct msim_objects_modules {
    uint64_t *base;
    bool *known;
    uint32_t modules;
};

void msim_objects_modules_make(struct msim_objects_modules *modules,
                               const struct msim_object_set *objects);
void msim_objects_modules_free(struct msim_objects_modules *modules);

/* The address at which the file is linked; 0 if it cannot be read. */
uint64_t msim_objects_base_of(struct msim_objects_modules *modules,
                              const struct msim_object_set *objects, uint32_t file);
