/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Factors and correlations (figures.h). */
#include "figures.h"

#include <math.h>
#include <stdlib.h>

#include "cmd/base/grow.h"

double msim_factor(double a, double b)
{
    return a > b ? a / b : b / a;
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
