/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replays a trace with parted lines, and counts the misses by coherence that are left. */
#ifndef MSIM_CMD_SHARE_PARTED_COUNT_H
#define MSIM_CMD_SHARE_PARTED_COUNT_H

#include "lines.h"

/* A trace that was replayed before, and how. */
struct msim_parted_trace {
    const char *name;
    bool partial;
    char *const *operand; /* options of the tool, and others, which do not begin with "-" */
    int operands;
};

/* The misses of each row of `parted`, and behind them those of the whole run; they are never freed.  A trace or an
 * option that is wrong ends the command. */
const uint64_t *msim_parted_count(struct msim_parted *parted,
                                  const struct msim_parted_trace *trace);

#endif
