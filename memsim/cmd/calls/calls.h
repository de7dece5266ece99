/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim calls: shows on whose behalf counts arose. */
#ifndef MSIM_CMD_CALLS_CALLS_H
#define MSIM_CMD_CALLS_CALLS_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_calls_main(int argc, char **argv);

#endif
