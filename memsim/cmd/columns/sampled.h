/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where no sample was taken.
 *
 * With sampled cycles, a function, context or interval that no stretch met has instructions, and no
 * cycles, but of the front where its code came from beyond L2 (engine/core/far.h).  Those of the
 * samples stand for these instructions, too, so the total has them already.  What such a place
 * takes is estimated: the average of all, for as many instructions.  It is shown with a mark, and
 * never added to anything; what has no mark adds up to the total, exactly.
 *
 * Lines are no such places: a line without cycles may be one that takes none.
 */
#pragma once

#include <stdio.h>

#include "value.h"

/* True: this was never sampled, and the column is one of cycles.  Then `average` gets the counts,
 * with the average of cycles; it has room for MSIM_EVENTS_MAX. */
bool msim_unsampled(const struct msim_counts *counts, const struct msim_column *column,
                    const int64_t *count, int64_t *average);

/* Marks a value as an average: "~1,234". */
struct msim_value_text msim_average_text(struct msim_value_text value);

/* The value as msim_value_exact() has it or, of what was never sampled, the marked average. */
struct msim_value_text msim_value_or_average(const struct msim_counts *counts,
                                             const struct msim_column *column,
                                             const int64_t *count);

/* How many places were never sampled.  Starts zeroed. */
struct msim_unsampled_sum {
    size_t all, places;
    int64_t instructions; /* of these */
};

void msim_unsampled_add(struct msim_unsampled_sum *sum, const struct msim_counts *counts,
                        const int64_t *count);

/* A paragraph about them, if there are any; `what`: "functions". */
void msim_unsampled_put(const struct msim_unsampled_sum *sum, const struct msim_counts *counts,
                        const char *what, size_t width, FILE *to);
