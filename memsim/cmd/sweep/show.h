/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `memsim sweep FILE...`: reading the parts of a sweep, and showing it as the options say. */
#ifndef MSIM_CMD_SWEEP_SHOW_H
#define MSIM_CMD_SWEEP_SHOW_H

#include "cmd/base/args.h"
#include "cmd/files/output.h"
#include "cmd/sweep/file/set.h"

/* The values of the options as they were given; NULL: not given. */
struct msim_swept_options {
    const char *of, *ratio, *curve, *level, *ways, *line, *log;
    struct msim_output output;
};

enum { MSIM_SWEPT_OPTIONS = 11 };

/* Writes the table of the options, without the NULL that ends a table, to `table`. */
void msim_swept_option_table(struct msim_swept_options *options, struct msim_arg *table);

/* Reads and joins files; ends the command if one is wrong. */
void msim_swept_load(struct msim_swept *sweep, char **name, int names);

/* Shows it: on stdout or in a file, and as pictures.  The status to exit with. */
int msim_swept_show(struct msim_swept *sweep, const struct msim_swept_options *options);

/* The options are refused, if they must be, by this one, before anything is read. */
void msim_swept_check_options(const struct msim_swept_options *options);

/* Whether a file of that name begins as one of a sweep does; false also where it cannot be read. */
bool msim_is_swept_file(const char *name);

#endif
