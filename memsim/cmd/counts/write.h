/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writing a set as one profile.
 *
 * Lines, functions and files without counts are left out.  Names are in the order of their bytes
 * and lines in the order of their numbers, so the order of the sources does not matter.  Memory:
 * the lines of one function.
 */
#pragma once

#include <stdio.h>

#include "counts.h"

/* `difference`: there are two sources, the first is negative, and its totals are written as those
 * of the base.  Without `lines`, all counts of a function are in line 0.  Errors stay in the FILE,
 * for the caller. */
void msim_counts_write(const struct msim_counts *counts, bool difference, bool lines, FILE *to);
