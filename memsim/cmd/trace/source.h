/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a viewer shows: a file of results, or a trace that it replays, with the tool's options for that. */
#ifndef MSIM_CMD_TRACE_SOURCE_H
#define MSIM_CMD_TRACE_SOURCE_H

#include "cmd/base/args.h"
#include "cmd/files/operand.h"

/* A file, or a trace and what follows: options of the tool, for its replay. */
struct msim_operand {
    const char *name;
    char **operand; /* the name and those options */
    int operands;
};

/* The operands of a subcommand that takes one such file, besides its options.  `usage` begins with
 * its name; `proposed` are the kinds that are proposed if no file is given. */
struct msim_operand msim_operand_or_trace(const char *usage, const struct msim_arg *options,
                                          int argc, char **argv,
                                          const enum msim_file_kind *proposed);

#endif
