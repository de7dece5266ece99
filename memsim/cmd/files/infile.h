/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading files whole, or ending the command; see readall.h for files that may be missing. */
#ifndef MSIM_CMD_FILES_INFILE_H
#define MSIM_CMD_FILES_INFILE_H

#include <stddef.h>

#include "lines.h"

/* All bytes of a file and a 0 behind them, to be freed.  Ends the command where that is not possible. */
char *msim_need_all(const char *name, size_t *size);

/* Ends the command with what is wrong with a file. */
__attribute__((noreturn)) void msim_bad_file(const struct msim_file_error *error);

#endif
