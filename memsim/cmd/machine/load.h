/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Machines by their name or from a file. */
#ifndef MSIM_CMD_MACHINE_LOAD_H
#define MSIM_CMD_MACHINE_LOAD_H

#include "cmd/machine/file/described.h"

/* A shipped machine or, where none has that name, a file.  What is wrong with it ends the command with
 * status 1 and the file and line. */
void msim_machine_load(const char *name, struct msim_described *described,
                       struct msim_machine *machine);

#endif
