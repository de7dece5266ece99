/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a viewer shows: a file of results, or a trace that it replays with the tool's options. */
#pragma once

#include "cmd/command/command.h"
#include "cmd/files/operand.h"
#include "made.h"

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
