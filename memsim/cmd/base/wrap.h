/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text on as many lines as it takes. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Prints words, in clean UTF-8, and the end of the line.  `used` columns of the line are taken
 * already; further lines are indented by `indent`.  A line has at most `width` columns (0: no
 * limit), unless a word alone is longer. */
void msim_wrap(FILE *to, const char *text, size_t used, size_t indent, size_t width);
