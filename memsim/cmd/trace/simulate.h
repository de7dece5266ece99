/* SPDX-License-Identifier: GPL-2.0-or-later */
/* From a trace and the options of a command line to a study that is ready to run. */
#ifndef MSIM_CMD_TRACE_SIMULATE_H
#define MSIM_CMD_TRACE_SIMULATE_H

#include "player.h"

/* The recorded options, then those among the operands (what begins with -).  An option that is wrong
 * or none of memsim's ends with status 2.  `only`: the one observer to make; NULL: all that are on. */
struct msim_study *msim_simulated(struct msim_player *player, struct msim_options *options,
                                  const struct msim_observer *only, int operands, char **operand);

/* "--sweep=GRID", allocated. */
char *msim_sweep_option(const char *grid);

#endif
