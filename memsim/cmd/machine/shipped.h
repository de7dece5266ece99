/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The descriptions in machines/ and their schema, which are part of the command: it needs no files and
 * knows the machines that the tool knows.  The tables are made by maketables.c. */
#ifndef MSIM_CMD_MACHINE_SHIPPED_H
#define MSIM_CMD_MACHINE_SHIPPED_H

#include <stddef.h>

#include "described.h"

struct msim_shipped {
    const char *name;
    const char *bytes;
    size_t count;
};

extern const struct msim_shipped msim_shipped_schema;

/* Sorted by name, ended by one without a name. */
extern const struct msim_shipped msim_shipped_machines[];

/* NULL: there is none of that name. */
const struct msim_shipped *msim_shipped_find(const char *name);

/* A shipped machine or, where none has that name, a file.  What is wrong with it ends the command with
 * status 1 and the file and line. */
void msim_machine_load(const char *name, struct msim_described *described,
                       struct msim_machine *machine);

#endif
