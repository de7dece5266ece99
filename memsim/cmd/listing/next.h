/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to type next: a line of words and a command. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* "Who touches them: memsim pages --by=context run/memsim.calls.7", in two lines if one of `width`
 * (0: of any) has no room for both. */
void msim_next_put(const char *what, const char *command, size_t width, FILE *to);

/* The file of the same run of another kind, as a shell takes it, from malloc: of "run/memsim.out.7",
 * with ".out." and ".calls.", that is run/memsim.calls.7.  NULL: there is none. */
char *msim_next_file(const char *name, const char *own, const char *other);
