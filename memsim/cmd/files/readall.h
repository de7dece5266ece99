/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads whole files into memory, which a reader may then cut into strings in place. */
#ifndef MSIM_CMD_FILES_READALL_H
#define MSIM_CMD_FILES_READALL_H

#include <stddef.h>

/* Returns all bytes of a file, a pipe or a device, with a 0 after them, from malloc; NULL: see errno.  For
 * a regular file, memory is allocated once, as much as it needs. */
char *msim_read_all(const char *name, size_t *size);

#endif
