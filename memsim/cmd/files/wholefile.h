/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Result files that are written whole or not at all: under the name NAME.partial-PID, and renamed
 * when complete.  What exists and is not a regular file (a device, a pipe, a link) is written
 * directly.  Every error ends the command with its reason and leaves no unfinished file.
 *
 * Ctrl-C while a file is written says which, and a second one ends the command at once, names what
 * is missing and leaves no unfinished file either.  Otherwise Ctrl-C does what it usually does, and
 * where it is ignored it stays so.
 */
#pragma once

#include <stdio.h>

struct msim_whole_file {
    const char *name;
    char *partial; /* NULL: written directly */
    FILE *to;
};

void msim_whole_open(struct msim_whole_file *file, const char *name);

/* Completes the file or, if `reason` is not NULL, removes it and ends the command with that. */
void msim_whole_close(struct msim_whole_file *file, const char *reason);

/* These files, `names` of them, are written next, in their order; they live until the end.  Each
 * that is complete is followed by msim_whole_next(), the last one by msim_whole_end(), too. */
void msim_whole_announce(const char *const *name, unsigned names);
void msim_whole_next(void);
void msim_whole_end(void);

/* Ends the command if the file cannot be opened; nothing is left to free. */
void msim_whole_try(const char *name);
