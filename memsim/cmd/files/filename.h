/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expands names of output files as Valgrind does: %p, %q{VARIABLE}, %%. */
#ifndef MSIM_CMD_FILES_FILENAME_H
#define MSIM_CMD_FILES_FILENAME_H

/* Returns the name, from malloc, for a file of process `pid`.  If it cannot be expanded, exits with 2 and a
 * message about that option or, if `option` is NULL, returns NULL. */
char *msim_expand_name(const char *option, const char *name, long pid);

#endif
