/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim sweep FILE...: reads the parts of a sweep and shows it as the options say. */
#ifndef MSIM_CMD_SWEEP_SHOW_H
#define MSIM_CMD_SWEEP_SHOW_H

#include "cmd/base/args.h"
#include "cmd/files/output.h"
#include "cmd/sweep/file/set.h"

/* The options' values as given; NULL: not given. */
struct msim_swept_options {
    const char *of, *ratio, *curve, *level, *ways, *line, *log, *linear;
    struct msim_output output;
};

enum { MSIM_SWEPT_OPTIONS = 12 };

/* Copies the table of the options to `table`, without the NULL that ends a table. */
void msim_swept_option_table(struct msim_swept_options *options, struct msim_arg *table);

/* Reads and joins files; ends the command if one is wrong. */
void msim_swept_load(struct msim_swept *sweep, char **name, int names);

/* Writes the sweep to stdout or a file, and as pictures; returns the exit status. */
int msim_swept_show(struct msim_swept *sweep, const struct msim_swept_options *options);

/* Exits with 2 if an option is wrong; to be called before anything is read. */
void msim_swept_check_options(const struct msim_swept_options *options);

/* Whether the file begins like one of a sweep; false also if it cannot be read. */
bool msim_is_swept_file(const char *name);

#endif
