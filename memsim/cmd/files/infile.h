/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole files in memory, where a reader may cut them into strings in place. */
#pragma once

#include <stddef.h>

#include "lines.h"

/* Returns all bytes of a file and a 0 after them, from malloc.  Ends the command if that is not
 * possible. */
char *msim_need_all(const char *name, size_t *size);

/* Ends the command with the message "FILE:LINE: TEXT". */
__attribute__((noreturn)) void msim_bad_file(const struct msim_file_error *error);

/* Returns all bytes of a file, a pipe or a device and a 0 after them, from malloc, or NULL: see
 * errno.  A regular file takes one allocation of its size. */
char *msim_read_all(const char *name, size_t *size);
