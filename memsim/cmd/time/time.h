/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim time: shows what a program did when. */
#ifndef MSIM_CMD_TIME_TIME_H
#define MSIM_CMD_TIME_TIME_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_time_main(int argc, char **argv);

#endif
