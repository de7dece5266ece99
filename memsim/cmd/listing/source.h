/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds source files and reads their lines.
 *
 * A name is tried as it is, then in every folder of the view, DIR: first with its whole path, then
 * with fewer and fewer leading folders, so "./elf/../sysdeps/x.c" is found as DIR/sysdeps/x.c or
 * DIR/x.c.
 */
#pragma once

#include <time.h>

#include "view.h"

struct msim_source {
    char *path;      /* of the file that was read */
    const char *why; /* why it cannot be shown; NULL: it can */
    char *bytes;
    char **line; /* each ends with a 0; the first one is line[0] */
    size_t lines;
    struct timespec changed;
};

/* Finds and reads a source; false: see `why`. */
bool msim_source_read(struct msim_source *source, const struct msim_view *view, const char *name);
void msim_source_free(struct msim_source *source);

/* Whether the source was modified after that file. */
bool msim_source_is_newer(const struct msim_source *source, const char *file);

/* The file of the profile that `name` means: the one of that name, or else the first whose name
 * ends in "/" and `name`; MSIM_NOTHING if there is none. */
uint32_t msim_source_named(const struct msim_counts *counts, const char *name);

/* Prints a line of the source, with tabs expanded and control characters replaced, up to `most`
 * columns (0: no limit). */
void msim_source_print(const char *line, size_t most, FILE *to);
