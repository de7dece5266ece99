/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole files in memory: what a reader may then cut into strings in place. */
#ifndef MSIM_CMD_FILES_READALL_H
#define MSIM_CMD_FILES_READALL_H

#include <stddef.h>

/* All bytes of a file, a pipe or a device, and a 0 behind them, from malloc; NULL: errno says why.  Of a
 * regular file, memory is taken once and as much as it is long. */
char *msim_read_all(const char *name, size_t *size);

#endif
