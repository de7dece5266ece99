/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading files whole. */
#ifndef MSIM_CMD_INFILE_H
#define MSIM_CMD_INFILE_H

#include <stddef.h>

/* All bytes of a file and a 0 behind them, to be freed.  Ends the command where that is not possible. */
char *msim_read_all(const char *name, size_t *size);

#endif
