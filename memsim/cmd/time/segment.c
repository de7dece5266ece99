/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The division of segment.h: dynamic programming over the bins' edges.
 *
 * With sums of w, w x and w x^2 up to each point, the distances within any segment are one
 * subtraction for each coordinate.
 */
#include "segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* A boundary must take away this part of the distance that two points far apart would have. */
static const double least_gain = 0.005;

struct division {
    size_t points, coordinates;
    double *sum;    /* of w x up to each point, for each coordinate */
    double *square; /* of w x^2 of all coordinates, */
    double *weight; /* and of w; all weights together are 1 */
    size_t *edge;   /* the points at which bins begin, and the end */
    size_t bins;
};

/* --- Sums --------------------------------------------------------------------------------- */

static void add_up(struct division *division, const struct msim_points *of)
{
    size_t n = of->points, d = of->coordinates;
    double all = 0;
    for (size_t i = 0; i < n; i++)
        all += of->weight[i];
    division->sum = msim_zeroed((n + 1) * (d ? d : 1), sizeof *division->sum);
    division->square = msim_zeroed(n + 1, sizeof *division->square);
    division->weight = msim_zeroed(n + 1, sizeof *division->weight);
    for (size_t i = 0; i < n; i++) {
        double weight = of->weight[i] / all, square = 0;
        const double *value = of->value + i * d;
        for (size_t k = 0; k < d; k++) {
            division->sum[(i + 1) * d + k] = division->sum[i * d + k] + weight * value[k];
            square += weight * value[k] * value[k];
        }
        division->square[i + 1] = division->square[i] + square;
        division->weight[i + 1] = division->weight[i] + weight;
    }
}

/* The distances of the points from..end from their mean. */
static double distance(const struct division *division, size_t from, size_t end)
{
    size_t d = division->coordinates;
    double weight = division->weight[end] - division->weight[from], means = 0;
    const double *a = division->sum + from * d, *b = division->sum + end * d;
    if (weight <= 0)
        return 0;
    for (size_t k = 0; k < d; k++)
        means += (b[k] - a[k]) * (b[k] - a[k]);
    double left = division->square[end] - division->square[from] - means / weight;
    return left > 0 ? left : 0;
}

static void make_bins(struct division *division)
{
    size_t n = division->points, width = (n + MSIM_SEGMENT_BINS - 1) / MSIM_SEGMENT_BINS;
    division->bins = (n + width - 1) / width;
    division->edge = msim_zeroed(division->bins + 1, sizeof *division->edge);
    for (size_t i = 0; i < division->bins; i++)
        division->edge[i] = i * width;
    division->edge[division->bins] = n;
}

/* --- The penalty -------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double one = *(const double *)a, other = *(const double *)b;
    return (one > other) - (one < other);
}

/* What joining two neighbours costs where they are alike, which at least a quarter of them are: in
 * a sequence without boundaries, the best one would gain a few times as much. */
static double noise(const struct division *division)
{
    size_t pairs = division->bins - 1;
    const size_t *edge = division->edge;
    if (!pairs)
        return 0;
    double *cost = msim_zeroed(pairs, sizeof *cost);
    for (size_t i = 0; i < pairs; i++)
        cost[i] = distance(division, edge[i], edge[i + 2]) -
                  distance(division, edge[i], edge[i + 1]) -
                  distance(division, edge[i + 1], edge[i + 2]);
    qsort(cost, pairs, sizeof *cost, by_value);
    double low = 1.5 * cost[pairs / 4];
    free(cost);
    return low > 0 ? low : 0;
}

/* --- Dividing ----------------------------------------------------------------------------- */

/* Sets `before` to the best beginning of the segment that ends at each edge; of equal ones, the
 * first.  Returns the number of segments. */
static size_t divide(const struct division *division, double penalty, double *best, size_t *before)
{
    size_t segments = 0;
    best[0] = 0;
    for (size_t end = 1; end <= division->bins; end++) {
        best[end] = INFINITY;
        for (size_t from = 0; from < end; from++) {
            double cost = best[from] + penalty;
            if (cost >= best[end])
                continue;
            cost += distance(division, division->edge[from], division->edge[end]);
            if (cost < best[end]) {
                best[end] = cost;
                before[end] = from;
            }
        }
    }
    for (size_t end = division->bins; end; end = before[end])
        segments++;
    return segments;
}

/* Moves each boundary to its best place between those before and after it, by up to one bin. */
static void refine(const struct division *division, size_t *end, size_t segments)
{
    size_t width = division->edge[1];
    for (size_t i = 0; i + 1 < segments; i++) {
        size_t first = i ? end[i - 1] : 0, last = end[i + 1], best = end[i];
        size_t from = best > first + width ? best - width : first + 1;
        size_t to = best + width < last ? best + width : last - 1;
        double least = distance(division, first, best) + distance(division, best, last);
        for (size_t at = from; at <= to && width > 1; at++) {
            double cost = distance(division, first, at) + distance(division, at, last);
            if (cost < least) {
                least = cost;
                best = at;
            }
        }
        end[i] = best;
    }
}

size_t *msim_segments(const struct msim_points *points, size_t most, size_t *segments)
{
    struct division division = {.points = points->points, .coordinates = points->coordinates};
    add_up(&division, points);
    make_bins(&division);
    double *best = msim_zeroed(division.bins + 1, sizeof *best);
    size_t *before = msim_zeroed(division.bins + 1, sizeof *before);
    double penalty = noise(&division) * (1 + 2 * log((double)division.bins));
    penalty = penalty > least_gain ? penalty : least_gain;
    while ((*segments = divide(&division, penalty, best, before)) > most)
        penalty *= 2;
    size_t *end = msim_zeroed(*segments, sizeof *end), at = division.bins;
    for (size_t i = *segments; i-- > 0; at = before[at])
        end[i] = division.edge[at];
    refine(&division, end, *segments);
    MSIM_FREE(division.sum, division.square, division.weight, division.edge, best, before);
    return end;
}
