/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim heap FILE: finds and reads the files and shows them as the options say. */
#ifndef MSIM_CMD_HEAP_SHOW_H
#define MSIM_CMD_HEAP_SHOW_H

#include "cmd/base/args.h"
#include "cmd/files/output.h"

/* The options' values as given; NULL: not given. */
struct msim_heaped_options {
    const char *alloc, *by, *snapshots, *threshold, *top, *sort;
    struct msim_output output;
};

enum { MSIM_HEAPED_OPTIONS = 11 };

/* Copies the table of the options, and the NULL that ends it, to `table`, which has one more element. */
void msim_heaped_option_table(struct msim_heaped_options *options, struct msim_arg *table);

/* Shows a file and returns the exit status.  Options are checked before anything is read. */
int msim_heaped_show(const char *name, const struct msim_heaped_options *options);

#endif
