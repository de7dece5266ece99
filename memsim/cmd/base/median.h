/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers by size, and the one in the middle. */
#pragma once

#include <stddef.h>

void msim_sort_numbers(double *value, size_t count);

/* The median; of an even number the mean of the middle two.  NAN: there are none. */
double msim_median(const double *value, size_t count);
