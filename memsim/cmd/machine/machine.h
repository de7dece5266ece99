/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim machine: shows and imports machines that can be simulated. */
#ifndef MSIM_CMD_MACHINE_MACHINE_H
#define MSIM_CMD_MACHINE_MACHINE_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_machine_main(int argc, char **argv);

#endif
