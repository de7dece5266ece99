/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much a value varies between equal runs, as with seeds of hash tables that differ in each.
 *
 * Of several runs of each side, the mean counts.  Whether two means differ is Student's test: with
 * the variance of both sides together, equal programs are so far apart in one of a thousand
 * comparisons.
 */
#pragma once

#include <stddef.h>

/* The values of one side's runs.  Starts zeroed. */
struct msim_sample {
    size_t runs;
    long double mean, squares; /* squares: the sum of those of the distances from the mean */
};

void msim_sample_add(struct msim_sample *sample, long double value);

/* By how much the means of two equal programs may be apart; 0 if both have one run only, or if
 * nothing varies. */
long double msim_samples_vary(const struct msim_sample *base, const struct msim_sample *fresh);
