/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Source files: where they are, and their lines.
 *
 * A name is tried as it is, then in every folder of the view: with all of its own folders, then with
 * fewer and fewer of them, so that "./elf/../sysdeps/x.c" is found as DIR/sysdeps/x.c or DIR/x.c.
 */
#ifndef MSIM_CMD_ANNOTATE_SOURCE_H
#define MSIM_CMD_ANNOTATE_SOURCE_H

#include <time.h>

#include "view.h"

struct msim_source {
    char *path;      /* of the file that was read */
    const char *why; /* it cannot be shown; NULL: it can */
    char *bytes;
    char **line; /* each ends with a 0; the first one is line[0] */
    size_t lines;
    struct timespec changed;
};

/* Finds and reads it; false: see why. */
bool msim_source_read(struct msim_source *source, const struct msim_view *view, const char *name);
void msim_source_free(struct msim_source *source);

/* Whether it was changed after that file was. */
bool msim_source_is_newer(const struct msim_source *source, const char *file);

/* The file of the counts that `name` means: that very name, or one that ends in it behind a slash; of
 * several the first one.  MSIM_NOTHING: none. */
uint32_t msim_source_named(const struct msim_counts *counts, const char *name);

/* Prints a line from the file: tabs are widened, control characters replaced; `most` columns, 0: any. */
void msim_source_print(const char *line, size_t most, FILE *to);

#endif
