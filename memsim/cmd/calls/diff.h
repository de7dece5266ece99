/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim diff A B, of two profiles of calls: which functions and paths cost more. */
#ifndef MSIM_CMD_CALLS_DIFF_H
#define MSIM_CMD_CALLS_DIFF_H

#include <stdbool.h>

/* Whether the first operand is a file of calls. */
bool msim_calls_are_compared(int argc, char **argv);

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_calls_diff_main(int argc, char **argv);

/* Prints the options. */
void msim_calls_diff_help(void);

#endif
