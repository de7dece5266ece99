/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim calls: shows on whose behalf counts arose. */
#ifndef MSIM_CMD_CALLS_CALLS_H
#define MSIM_CMD_CALLS_CALLS_H

#include <stdbool.h>

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_calls_main(int argc, char **argv);

/* memsim pages --by=context: the counts of pages that a profile of calls has. */
int msim_calls_pages_main(int argc, char **argv);
bool msim_calls_pages_asked(int argc, char **argv);
void msim_calls_pages_help(void);

#endif
