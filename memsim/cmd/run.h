/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim run: runs a program under the tool. */
#ifndef MSIM_CMD_RUN_H
#define MSIM_CMD_RUN_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_run_main(int argc, char **argv);

#endif
