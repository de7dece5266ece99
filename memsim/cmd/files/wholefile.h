/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A result file, written whole or not at all: it is made as NAME.partial-PID and renamed once it is
 * complete.  What exists already and is no regular file (a device, a pipe, a link) is written directly.
 * Every error ends the command with its reason, and leaves no unfinished file.
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
/* `reason`: why what was to be written could not be made; NULL: it was. */
void msim_whole_close(struct msim_whole_file *file, const char *reason);

/* Ends the command now if it could not be opened later. */
void msim_whole_try(const char *name);

#endif
