/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts numbers (median.h). */
#include "median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

void msim_sort_numbers(double *value, size_t count)
{
    qsort(value, count, sizeof *value, by_size);
}

double msim_median(const double *value, size_t count)
{
    if (!count)
        return NAN;
    double *sorted = msim_zeroed(count, sizeof *sorted);
    memcpy(sorted, value, count * sizeof *sorted);
    msim_sort_numbers(sorted, count);
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    free(sorted);
    return median;
}
