/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of output files as Valgrind expands them: %p, %q{VARIABLE}, %%. */
#ifndef MSIM_CMD_FILES_FILENAME_H
#define MSIM_CMD_FILES_FILENAME_H

/* Allocated.  `option` is for messages; what cannot be expanded ends with status 2. */
char *msim_expand_name(const char *option, const char *name);

#endif
