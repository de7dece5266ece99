/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How near predictions come to measurements, as numbers. */
#pragma once

#include <stddef.h>

/* How many times one is the other, at least 1: 2 for 3 and 6, and for 6 and 3. */
double msim_factor(double a, double b);

/* Spearman's rank correlation; equal values share the mean of their ranks.  NAN: there are fewer
 * than two pairs, or all of one side are equal. */
double msim_rank_correlation(const double *a, const double *b, size_t count);
