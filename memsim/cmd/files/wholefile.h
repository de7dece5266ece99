/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A result file, written whole or not at all: it is called NAME.partial-PID until it is complete and then
 * renamed.  If NAME exists and is not a regular file (a device, a pipe, a link), it is written directly.
 * Every error ends the command with a reason and leaves no unfinished file.
 */
#ifndef MSIM_CMD_FILES_WHOLEFILE_H
#define MSIM_CMD_FILES_WHOLEFILE_H

#include <stdio.h>

struct msim_whole_file {
    const char *name;
    char *partial; /* NULL: written directly */
    FILE *to;
};

void msim_whole_open(struct msim_whole_file *file, const char *name);
/* `reason`: why the contents could not be produced; NULL: they were. */
void msim_whole_close(struct msim_whole_file *file, const char *reason);

/* Ends the command now if the file could not be opened later. */
void msim_whole_try(const char *name);

#endif
