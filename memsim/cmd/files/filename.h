/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of output files as Valgrind expands them: %p, %q{VARIABLE}, %%. */
#ifndef MSIM_CMD_FILES_FILENAME_H
#define MSIM_CMD_FILES_FILENAME_H

/* The name, allocated, of a file of process `pid`.  If it cannot be expanded, ends with 2 and a message
 * about that option; returns NULL if `option` is NULL. */
char *msim_expand_name(const char *option, const char *name, long pid);

#endif
