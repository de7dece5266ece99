/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes a set of counts as a profile.
 *
 * Zeros are left out.  Files, functions and lines are written in the order of their bytes and
 * numbers, so the result does not depend on the order of the sources.  Memory: the lines of one function.
 */
#ifndef MSIM_CMD_COUNTS_WRITE_H
#define MSIM_CMD_COUNTS_WRITE_H

#include <stdio.h>

#include "counts.h"

/* `difference`: there are two sources, and the totals of the first, negative one are written as those of the
 * base.  Without `lines`, each function's counts are all in line 0.  Errors stay in the FILE. */
void msim_counts_write(const struct msim_counts *counts, bool difference, bool lines, FILE *to);

#endif
