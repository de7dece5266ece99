/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim heap: shows the heap over time and what allocates. */
#ifndef MSIM_CMD_HEAP_HEAP_H
#define MSIM_CMD_HEAP_HEAP_H

/* argv[0] is the name of the subcommand; returns the exit status. */
int msim_heap_main(int argc, char **argv);

#endif
