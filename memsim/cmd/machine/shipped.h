/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The descriptions in machines/ and their schema, built into the command, so that it needs no files
 * and knows the same machines as the tool.  maketables.c makes the tables. */
#pragma once

#include <stddef.h>

struct msim_shipped {
    const char *name;
    const char *bytes;
    size_t count;
};

extern const struct msim_shipped msim_shipped_schema;

/* Sorted by name; ended by an entry without a name. */
extern const struct msim_shipped msim_shipped_machines[];
