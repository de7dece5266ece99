/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a run left in its folder: the files of each process, and the commands that show them.
 *
 * Results have the tool's usual names, "memsim.out." and the process's number (and ".exec1" for
 * what ran before an exec), so they are found by these names.
 */
#pragma once

#include <time.h>

/* Prints, on stderr, the commands that show the results of the process with number `pid` and, if
 * others left results too, a line for each process.  Files older than `since`, by the clock of file
 * systems (CLOCK_REALTIME_COARSE), are ignored.  Prints nothing if there are none. */
void msim_results_print(const char *folder, long pid, const struct timespec *since);

/* Prints, on stderr, that the file is unfinished, and what can be done with it. */
void msim_results_print_unfinished(const char *file);
