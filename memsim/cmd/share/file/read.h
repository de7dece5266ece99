/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads memsim.share.PID (docs/format.md); every line is checked, and a wrong one is an error. */
#ifndef MSIM_CMD_SHARE_FILE_READ_H
#define MSIM_CMD_SHARE_FILE_READ_H

#include "units.h"

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to the set from now on.  false: see shared->data.error; it must be freed all the same. */
bool msim_shared_read(struct msim_shared *shared, const char *name, char *bytes, size_t size);

#endif
