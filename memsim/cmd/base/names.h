/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of files without their folders; and sets of names, numbered in the order in which they were
 * added. */
#pragma once

#include <string.h>

#include "index.h"

/* What follows the last slash. */
static inline const char *msim_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Starts zeroed.  The names are copies. */
struct msim_names {
    char **name;
    size_t count;
    struct msim_index index;
};

/* The number of a name, which is added if it is new. */
uint32_t msim_names_number(struct msim_names *names, const char *name);

void msim_names_free(struct msim_names *names);
