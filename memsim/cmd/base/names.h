/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A set of names, numbered in the order in which they first came. */
#ifndef MSIM_CMD_BASE_NAMES_H
#define MSIM_CMD_BASE_NAMES_H

#include "index.h"

/* Zeroed at first.  The names are copies. */
struct msim_names {
    char **name;
    size_t count;
    struct msim_index index;
};

/* The number of a name, which is added unless it is there. */
uint32_t msim_names_number(struct msim_names *names, const char *name);

void msim_names_free(struct msim_names *names);

#endif
