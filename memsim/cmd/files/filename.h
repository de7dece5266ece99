/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of output files as Valgrind expands them: %p, %q{VARIABLE}, %%. */
#ifndef MSIM_CMD_FILES_FILENAME_H
#define MSIM_CMD_FILES_FILENAME_H

/* Returns the expanded name for process `pid`, from malloc.  If it cannot be expanded, ends the
 * command with a message about that option or, if `option` is NULL, returns NULL. */
char *msim_expand_name(const char *option, const char *name, long pid);

#endif
