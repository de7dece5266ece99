/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several runs of one side, as memsim run --runs=N makes them (files/operand.h).  The one in the
 * middle by its instructions is the side; the others say what varies.
 */
#ifndef MSIM_CMD_CHECK_SIDES_RUNS_H
#define MSIM_CMD_CHECK_SIDES_RUNS_H

#include "side.h"

/* Reads these files of counts, as msim_side_load does.  Ends the command if they do not have the
 * same events.  `*others`, from malloc, are all but the one that is the side. */
void msim_runs_load(struct msim_side *side, struct msim_side **others, const char *const *name,
                    size_t runs, const char *only);

#endif
