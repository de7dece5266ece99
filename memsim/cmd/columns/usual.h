/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The columns of a view if the user does not name them: those that say where the time goes.
 *
 *     Cy Ir              cycles, instructions
 *     CyDep CyMem ...    what simulated cycles were spent on, from 5% of them
 *     I1m D1m L2m L3m    misses of each level, reads and writes added up
 *     ITm DTm T2m        the same of TLBs
 *     Bcm Bim            mispredicted branches
 *
 * Of the misses, those are shown that cost at least 1% of Cy (msim_column_cost); D1m is shown in
 * any case.  Rows are sorted by Cy.  A file without misses has all its events, sorted by the first
 * one, or by PeakBytes if it is one of allocations, by
 * Bytes if hardly any of them was live at the peak.
 */
#pragma once

#include "value.h"

enum { MSIM_USUAL_ROOM = 2000 };

struct msim_usual {
    char show[MSIM_USUAL_ROOM], sort[MSIM_USUAL_ROOM]; /* as users would write them */
    char minor[MSIM_USUAL_ROOM]; /* columns left out, as they cost little; separated by blanks */
};

/* `cycles` is as in msim_column_make. */
void msim_usual_columns(struct msim_usual *usual, const struct msim_counts *counts,
                        const char *cycles);

/* What a column's counts cost in cycles, all signs taken off; in a difference, with those before.
 * Misses that Cy does not weigh count 10 each, as those of a first level do. */
double msim_column_cost(const struct msim_column *column, const struct msim_counts *counts,
                        const char *cycles);
