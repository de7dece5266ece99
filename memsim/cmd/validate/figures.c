/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Medians, factors and correlations (figures.h). */
#include "figures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

double msim_factor(double a, double b)
{
    return a > b ? a / b : b / a;
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

double msim_median(const double *value, size_t count)
{
    if (!count)
        return NAN;
    double *sorted = msim_zeroed(count, sizeof *sorted);
    memcpy(sorted, value, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_value);
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    free(sorted);
    return median;
}

/* The ranks, from 1; twice the rank is a whole number. */
static double *ranks_of(const double *value, size_t count)
{
    double *rank = msim_zeroed(count, sizeof *rank);
    for (size_t i = 0; i < count; i++) {
        size_t smaller = 0, equal = 0;
        for (size_t k = 0; k < count; k++) {
            smaller += value[k] < value[i];
            equal += value[k] == value[i];
        }
        rank[i] = (double)smaller + ((double)equal + 1) / 2;
    }
    return rank;
}

double msim_rank_correlation(const double *a, const double *b, size_t count)
{
    double *x = ranks_of(a, count), *y = ranks_of(b, count);
    double middle = ((double)count + 1) / 2, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < count; i++) {
        xx += (x[i] - middle) * (x[i] - middle);
        yy += (y[i] - middle) * (y[i] - middle);
        xy += (x[i] - middle) * (y[i] - middle);
    }
    MSIM_FREE(x, y);
    return count < 2 || xx <= 0 || yy <= 0 ? NAN : xy / sqrt(xx * yy);
}
