/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads memsim.objects.PID (docs/format.md); every line is checked, and a wrong one is an error. */
#ifndef MSIM_CMD_DATA_OBJECTS_READ_H
#define MSIM_CMD_DATA_OBJECTS_READ_H

#include "set.h"

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to the set from now on.  false: see objects->error; the set must be freed all the same. */
bool msim_objects_read(struct msim_objects *objects, const char *name, char *bytes, size_t size);

#endif
