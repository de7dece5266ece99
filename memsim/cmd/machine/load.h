/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads machines by name or from a file. */
#pragma once

#include "cmd/machine/file/described.h"

/* Loads the shipped machine of that name or, if there is none, the file.  If the file is wrong,
 * exits with 1 and a message with the file and line. */
void msim_machine_load(const char *name, struct msim_described *described,
                       struct msim_machine *machine);
