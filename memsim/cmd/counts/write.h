/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writing counts as a file of counts.
 *
 * What is zero is left out.  Files, functions and lines are written in the order of their bytes and
 * numbers, so the result does not depend on the order of the sources.  Memory: the lines of one function.
 */
#ifndef MSIM_CMD_COUNTS_WRITE_H
#define MSIM_CMD_COUNTS_WRITE_H

#include <stdio.h>

#include "counts.h"

/* `difference`: of two sources, the first one negative, whose totals are written as those of the base.
 * Without `lines` each function's counts are all in line 0.  Errors stay in the FILE. */
void msim_counts_write(const struct msim_counts *counts, bool difference, bool lines, FILE *to);

#endif
