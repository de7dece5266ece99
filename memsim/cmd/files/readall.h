/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole files in memory, where a reader may cut them into strings in place. */
#ifndef MSIM_CMD_FILES_READALL_H
#define MSIM_CMD_FILES_READALL_H

#include <stddef.h>

/* Returns all bytes of a file, a pipe or a device and a 0 after them, from malloc, or NULL: see
 * errno.  A regular file takes one allocation of its size. */
char *msim_read_all(const char *name, size_t *size);

#endif
