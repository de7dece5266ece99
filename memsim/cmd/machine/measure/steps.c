/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the steps of steps.h, by dynamic programming over their ends. */
#include "steps.h"

#include <math.h>
#include <string.h>

#include "cmd/base/median.h"

/* The median; of an even number the geometric mean of the middle two. */
static double median(const double *value, unsigned first, unsigned end)
{
    double sorted[MSIM_STEPS_POINTS];
    unsigned used = end - first;
    memcpy(sorted, value + first, used * sizeof *sorted);
    msim_sort_numbers(sorted, used);
    return used % 2 ? sorted[used / 2] : sqrt(sorted[used / 2 - 1] * sorted[used / 2]);
}

/* How far the points of a stretch are from its median. */
static double cost(const double *value, unsigned first, unsigned end)
{
    double level = median(value, first, end), sum = 0;
    for (unsigned i = first; i < end; i++)
        sum += fabs(log(value[i] / level));
    return sum;
}

/* Joins stretches to the one before until all differ enough. */
static unsigned join(const double *value, struct msim_stretch *stretch, unsigned count,
                     double least)
{
    for (unsigned i = 1; i < count;) {
        double factor = stretch[i].level / stretch[i - 1].level;
        if (factor >= least || factor <= 1 / least) {
            i++;
            continue;
        }
        stretch[i - 1].end = stretch[i].end;
        stretch[i - 1].level = median(value, stretch[i - 1].first, stretch[i - 1].end);
        memmove(&stretch[i], &stretch[i + 1], (--count - i) * sizeof *stretch);
        i = 1;
    }
    return count;
}

unsigned msim_steps_find(const double *value, unsigned points, unsigned count, double least,
                         struct msim_stretch *stretch)
{
    double best[MSIM_STEPS_MAX][MSIM_STEPS_POINTS + 1];
    unsigned from[MSIM_STEPS_MAX][MSIM_STEPS_POINTS + 1] = {{0}};
    if (!points || points > MSIM_STEPS_POINTS)
        return 0;
    count = count < MSIM_STEPS_MAX ? count : MSIM_STEPS_MAX;
    count = count < points ? count : points;
    for (unsigned end = 1; end <= points; end++)
        best[0][end] = cost(value, 0, end);
    for (unsigned k = 1; k < count; k++)
        for (unsigned end = k + 1; end <= points; end++) {
            best[k][end] = INFINITY;
            for (unsigned first = k; first < end; first++) {
                double sum = best[k - 1][first] + cost(value, first, end);
                if (sum < best[k][end]) {
                    best[k][end] = sum;
                    from[k][end] = first;
                }
            }
        }
    unsigned end = points;
    for (unsigned k = count; k-- > 0; end = stretch[k].first)
        stretch[k] = (struct msim_stretch){k ? from[k][end] : 0, end,
                                           median(value, k ? from[k][end] : 0, end)};
    return join(value, stretch, count, least);
}

double msim_step_at(const double *x, const struct msim_stretch *before)
{
    return sqrt(x[before->end - 1] * x[before->end]);
}
