/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of columns for lines, files and functions. */
#pragma once

#include "column.h"

/* The absolute value, by which columns of differences are sorted and compared. */
static inline msim_wide msim_amount(msim_wide value)
{
    return value < 0 ? -value : value;
}

/* The value of a count; for a rate, its numerator. */
msim_wide msim_column_over(const struct msim_column *column, const int64_t *count);

/* The value of any column; false: a rate whose divisor is 0. */
bool msim_column_value(const struct msim_column *column, const int64_t *count, double *value);

/* Whether the column is 0 in every line. */
bool msim_column_is_zero(const struct msim_column *column, const struct msim_counts *counts);

/* -1, 0 or 1: how `a` sorts relative to `b`; the greater amount comes first. */
int msim_column_order(const struct msim_column *column, const int64_t *a, const int64_t *b);

/* A value for export: an exact number, or one with six decimals; "null" if a rate's divisor is
 * 0. */
struct msim_value_text {
    char text[64];
};

struct msim_value_text msim_value_plain(const struct msim_column *column, const int64_t *count);
/* The same, grouped by thousands. */
struct msim_value_text msim_value_exact(const struct msim_column *column, const int64_t *count);

/* A sum of counts: its digits, with `between` between groups of three (0: nothing). */
struct msim_value_text msim_wide_text(msim_wide value, char between);
