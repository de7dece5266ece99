/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a study that is ready to run from a trace and the options of a command line. */
#pragma once

#include "player.h"

/* Applies the recorded options, then those among the operands, which begin with "-".  An option
 * that is wrong or unknown exits with 2.  `only`: the observers to make of those that are
 * on, ended by NULL; NULL: all of them. */
struct msim_study *msim_simulated(struct msim_player *player, struct msim_options *options,
                                  const struct msim_observer *const *only, int operands,
                                  char **operand);

/* "--sweep=GRID", allocated. */
char *msim_sweep_option(const char *grid);
