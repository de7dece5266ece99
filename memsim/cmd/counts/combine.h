/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `memsim diff` and `memsim merge`: one profile from several. */
#ifndef MSIM_CMD_COUNTS_COMBINE_H
#define MSIM_CMD_COUNTS_COMBINE_H

#include "counts.h"

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_diff_main(int argc, char **argv);
int msim_merge_main(int argc, char **argv);

/* Prints the options of diff. */
void msim_diff_help(void);

/* If each side of a difference has one object that the other one lacks, they are two versions of
 * the same program: makes them one, with the name after the change. */
void msim_counts_match_objects(struct msim_counts *counts);

#endif
