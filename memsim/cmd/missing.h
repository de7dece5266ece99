/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a process did not write that was killed together with its observers, or before it had any:
 * only the command can report it. */
#pragma once

#include <time.h>

/* Prints, on stderr, the files that these options ask of process `pid`, and that are not there, or
 * older than `since`. The folder is that of relative names, and may contain %p. */
void msim_print_missing(const char *folder, long pid, char *const *option, int options,
                        const struct timespec *since);
