/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The descriptions in machines/ and their schema, which are part of the command: it needs no files and
 * knows the machines that the tool knows.  The tables are made by maketables.c. */
#ifndef MSIM_CMD_MACHINE_SHIPPED_H
#define MSIM_CMD_MACHINE_SHIPPED_H

#include <stddef.h>

struct msim_shipped {
    const char *name;
    const char *bytes;
    size_t count;
};

extern const struct msim_shipped msim_shipped_schema;

/* Sorted by name, ended by one without a name. */
extern const struct msim_shipped msim_shipped_machines[];

#endif
