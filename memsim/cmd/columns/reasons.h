/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to try about misses whose reasons are known (docs/why.md). */
#pragma once

#include <stdio.h>

#include "cmd/counts/counts.h"

/* Prints a line that says why what these counts belong to misses, and what to try, if one reason
 * has most of its misses of the last level that matters; nothing, if none has, or if there are few
 * misses. */
void msim_reasons_hint(const struct msim_counts *counts, const int64_t *count, int indent,
                       FILE *to);
