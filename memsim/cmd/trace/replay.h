/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim replay: makes the live run's files from a trace. */
#ifndef MSIM_CMD_TRACE_REPLAY_H
#define MSIM_CMD_TRACE_REPLAY_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_replay_main(int argc, char **argv);

#endif
