/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The columns that are shown of each interval. */
#pragma once

#include "cmd/columns/column.h"

/* The columns that `show` names or, if it is NULL, estimated cycles per instruction and the rates
 * of the misses that cost something.  What is wrong ends the command. */
void msim_time_columns(struct msim_columns *columns, const struct msim_counts *counts,
                       const char *show, const char *cycles);
