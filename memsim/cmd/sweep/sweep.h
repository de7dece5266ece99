/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim sweep: shows the misses of every geometry in a grid. */
#ifndef MSIM_CMD_SWEEP_SWEEP_H
#define MSIM_CMD_SWEEP_SWEEP_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_sweep_main(int argc, char **argv);

#endif
