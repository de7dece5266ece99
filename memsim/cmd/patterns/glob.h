/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Patterns in which * stands for any letters and ? for one, as users name functions and regions. */
#ifndef MSIM_CMD_PATTERNS_GLOB_H
#define MSIM_CMD_PATTERNS_GLOB_H

#include <stdbool.h>

/* Whether the pattern fits the whole name. */
bool msim_glob_fits(const char *pattern, const char *name);

#endif
