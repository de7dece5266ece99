/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of columns: of lines, files and functions; and what events are called in sentences. */
#ifndef MSIM_CMD_COLUMNS_VALUE_H
#define MSIM_CMD_COLUMNS_VALUE_H

#include "column.h"

/* Without its sign: columns of differences are sorted and compared by that. */
static inline msim_wide msim_amount(msim_wide value)
{
    return value < 0 ? -value : value;
}

/* The number of a count; what a rate divides. */
msim_wide msim_column_over(const struct msim_column *column, const int64_t *count);

/* The value, of a count too; false: a rate of nothing. */
bool msim_column_value(const struct msim_column *column, const int64_t *count, double *value);

/* Whether no line counts anything in it. */
bool msim_column_is_zero(const struct msim_column *column, const struct msim_counts *counts);

/* -1, 0, 1: how the first sorts, the greater amount in front. */
int msim_column_order(const struct msim_column *column, const int64_t *a, const int64_t *b);

/* What an event counts, for sentences: "data reads", of one "data read"; an unknown one is its name. */
void msim_event_phrase(const char *event, bool one, char *to, size_t room);

#endif
