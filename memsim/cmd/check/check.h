/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `memsim check`: a verdict on what changed between two runs. */
#ifndef MSIM_CMD_CHECK_CHECK_H
#define MSIM_CMD_CHECK_CHECK_H

/* argv[0] is the name of the subcommand; returns the exit status: 0, or 3 if NEW is worse or cannot
 * be compared with BASE. */
int msim_check_main(int argc, char **argv);

#endif
