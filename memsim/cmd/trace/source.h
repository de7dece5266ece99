/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a viewer shows: a file of results, or a trace that it replays with the tool's options. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cmd/command/command.h"
#include "cmd/files/operand.h"

/* Makes one of a study's files from a trace, in memory: for viewers that take a trace for that
 * file. */

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

/* A file, or a trace and what follows: options of the tool, for its replay. */
struct msim_operand {
    const char *name;
    char **operand; /* the name and those options */
    int operands;
};

/* The operands of a subcommand that takes one such file, besides its options.  `proposed` are the
 * kinds that are proposed if no file is given. */
struct msim_operand msim_operand_or_trace(struct msim_invocation *invocation,
                                          const enum msim_file_kind *proposed);

/* All bytes and a 0 after them, from malloc: of the file, or made from the trace.  `how` says how,
 * but for the trace and operands; `what` is what such a file is called. */
char *msim_operand_bytes(const struct msim_invocation *invocation,
                         const struct msim_operand *source, const char *what,
                         struct msim_making how, size_t *size);
