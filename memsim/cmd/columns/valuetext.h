/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of columns as text.  Returned by value, so that a call can be an argument of printf. */
#ifndef MSIM_CMD_COLUMNS_VALUETEXT_H
#define MSIM_CMD_COLUMNS_VALUETEXT_H

#include "value.h"

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

#endif
