/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Variables by the names that people know: those of the debugging information, "counter" or
 * "main::all", as `memsim objects` has them, instead of those in the table of symbols,
 * "_ZL7counter" or "all.0".  Rules may use either.
 */
#ifndef MSIM_CMD_LAYOUT_NAMED_H
#define MSIM_CMD_LAYOUT_NAMED_H

#include "tried.h"

/* Finds the variables of the files that the program maps of which the debugging information knows
 * more than symbols do. */
void msim_named_make(struct msim_layout_run *run);

/* What is known of the executable's variable that has a symbol; NULL: nothing. */
const struct msim_named *msim_named_variable(const struct msim_layout_run *run, const char *symbol);

/* Puts symbols in the place of such names in rules. */
void msim_named_symbols(const struct msim_layout_run *run, struct msim_layout_rules *layout);

#endif
