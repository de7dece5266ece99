/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim objects --what-if=LAYOUT TRACE, and --advise TRACE. */
#ifndef MSIM_CMD_LAYOUT_WHATIF_H
#define MSIM_CMD_LAYOUT_WHATIF_H

#include <stdbool.h>

/* Do the arguments of `memsim objects` ask for layouts to be tried? */
bool msim_what_if_asked(int argc, char **argv);

/* argv[0] is "objects"; returns the exit status. */
int msim_what_if_main(int argc, char **argv);

/* Prints the options. */
void msim_what_if_help(void);

#endif
