/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim annotate: shows which functions and lines the counts belong to. */
#ifndef MSIM_CMD_ANNOTATE_ANNOTATE_H
#define MSIM_CMD_ANNOTATE_ANNOTATE_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_annotate_main(int argc, char **argv);

#endif
