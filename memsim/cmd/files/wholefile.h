/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Result files that are written whole or not at all: under the name NAME.partial-PID, and renamed
 * when complete.  What exists and is not a regular file (a device, a pipe, a link) is written
 * directly.  Every error ends the command with its reason and leaves no unfinished file.
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

/* Completes the file or, if `reason` is not NULL, removes it and ends the command with that. */
void msim_whole_close(struct msim_whole_file *file, const char *reason);

/* Ends the command if the file cannot be opened; leaves nothing behind. */
void msim_whole_try(const char *name);

#endif
