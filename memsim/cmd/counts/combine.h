/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `memsim diff` and `memsim merge`: one profile from several. */
#ifndef MSIM_CMD_COUNTS_COMBINE_H
#define MSIM_CMD_COUNTS_COMBINE_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_diff_main(int argc, char **argv);
int msim_merge_main(int argc, char **argv);

/* Prints the options of diff. */
void msim_diff_help(void);

#endif
