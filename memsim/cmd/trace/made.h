/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes one of a study's files from a trace, in memory: for viewers that take a trace for that
 * file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct msim_making {
    const char *trace;
    bool partial;                 /* as in msim_player_open */
    const char *const *observers; /* names of those that are needed, ended by NULL */
    const char *file;             /* the option that names the file */
    const char *usual;   /* an option for the replay if the live run did not make it; or NULL */
    const char *nothing; /* what to say if the options make no such file; NULL: that `usual` does */
    char *const *operand; /* options for the replay, and others, which do not begin with "-" */
    int operands;
};

/* Returns its bytes and a 0 after them, from malloc.  A trace or option that is wrong ends the
 * command. */
char *msim_made_file(const struct msim_making *making, size_t *size);
