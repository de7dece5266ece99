/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `memsim heap FILE`: finds and reads its files, and shows them as the options say. */
#ifndef MSIM_CMD_HEAP_SHOW_H
#define MSIM_CMD_HEAP_SHOW_H

#include "cmd/base/args.h"
#include "cmd/files/output.h"

/* The options' values as given; NULL: not given. */
struct msim_heaped_options {
    const char *alloc, *by, *snapshots, *threshold, *top, *sort, *region, *per;
    struct msim_output output;
};

enum { MSIM_HEAPED_OPTIONS = 13 };

/* Fills `table`, of MSIM_HEAPED_OPTIONS + 1 elements, with the options and a NULL as their end. */
void msim_heaped_option_table(struct msim_heaped_options *options, struct msim_arg *table);

/* Shows a file and returns the exit status.  Refuses bad options before it reads anything. */
int msim_heaped_show(const char *name, const struct msim_heaped_options *options);

#endif
