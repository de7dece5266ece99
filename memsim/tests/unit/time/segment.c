/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dividing a sequence into segments that are alike: known boundaries are found, noise has none, and
 * no division into as many segments is better. */
#include "cmd/time/segment.h"

#include <math.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { COORDINATES = 3, MOST = 20 };

/* Points of equal weight around the levels of segments that end at `end`. */
static struct msim_points make(const size_t *end, size_t segments, double noise, uint64_t seed)
{
    size_t n = end[segments - 1];
    struct unit_random random = {seed};
    double *value = msim_zeroed(n * COORDINATES, sizeof *value);
    double *weight = msim_zeroed(n, sizeof *weight);
    for (size_t i = 0, segment = 0; i < n; i++) {
        while (i >= end[segment])
            segment++;
        weight[i] = 1000;
        for (size_t k = 0; k < COORDINATES; k++)
            value[i * COORDINATES + k] =
                (segment + k) % 3 / 2.0 + noise * ((double)unit_below(&random, 2001) / 1000 - 1);
    }
    return (struct msim_points){n, COORDINATES, value, weight};
}

static void release(const struct msim_points *points)
{
    free((void *)(uintptr_t)points->value);
    free((void *)(uintptr_t)points->weight);
}

static bool are(const struct msim_points *points, size_t most, const size_t *wanted, size_t count)
{
    size_t segments;
    size_t *end = msim_segments(points, most, &segments);
    bool good = segments == count;
    for (size_t i = 0; i < count && good; i++)
        good = end[i] == wanted[i];
    free(end);
    return good;
}

UNIT_TEST(known_boundaries_are_found)
{
    static const size_t ends[][4] = {{10, 20, 30, 40},
                                     {1, 30, 31, 60},
                                     {100, 400, 450, 999},
                                     {1001, 1777, 5003, 9999},
                                     {20000, 20500, 60001, 100000}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        for (int noisy = 0; noisy < 2; noisy++) {
            struct msim_points points = make(ends[i], 4, noisy * 0.05, i + 1);
            ck_assert(are(&points, MOST, ends[i], 4));
            release(&points);
        }
}

UNIT_TEST(finds_planted_fault)
{
    static const size_t end[] = {10, 20, 30, 40}, wrong[] = {10, 21, 30, 40};
    struct msim_points points = make(end, 4, 0, 1);
    ck_assert(!are(&points, MOST, wrong, 4));
    ck_assert(!are(&points, MOST, end, 3));
    release(&points);
}

UNIT_TEST(noise_has_no_boundaries)
{
    static const size_t ends[] = {1, 2, 3, 5, 50, 1000, 1001, 30000};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct msim_points points = make(&ends[i], 1, 0.3, i + 1);
        ck_assert(are(&points, MOST, &ends[i], 1));
        release(&points);
    }
}

/* What changes all the time is one phase of changes. */
UNIT_TEST(alternation_is_one_segment)
{
    size_t end[600];
    for (size_t i = 0; i < 600; i++)
        end[i] = i + 1;
    struct msim_points points = make(end, 600, 0, 1);
    ck_assert(are(&points, MOST, &end[599], 1));
    release(&points);
}

UNIT_TEST(there_are_at_most_as_many_as_wanted)
{
    size_t end[50], segments;
    for (size_t i = 0; i < 50; i++)
        end[i] = (i + 1) * 20;
    struct msim_points points = make(end, 50, 0, 1);
    for (size_t most = 1; most <= 64; most++) {
        size_t *found = msim_segments(&points, most, &segments);
        ck_assert(segments >= 1 && segments <= most && found[segments - 1] == 1000);
        for (size_t i = 1; i < segments; i++)
            ck_assert(found[i] > found[i - 1]);
        free(found);
    }
    ck_assert(are(&points, 50, end, 50));
    release(&points);
}

/* --- The best of all divisions ------------------------------------------------------------ */

static double distance(const struct msim_points *points, size_t from, size_t end)
{
    double all = 0;
    for (size_t k = 0; k < COORDINATES; k++) {
        double mean = 0;
        for (size_t i = from; i < end; i++)
            mean += points->value[i * COORDINATES + k] / (double)(end - from);
        for (size_t i = from; i < end; i++)
            all += pow(points->value[i * COORDINATES + k] - mean, 2);
    }
    return all;
}

/* The least distance of a division of the first `end` points into this many segments. */
static double least(const struct msim_points *points, size_t end, size_t segments)
{
    if (segments == 1)
        return distance(points, 0, end);
    double best = INFINITY;
    for (size_t from = segments - 1; from < end; from++)
        best = fmin(best, least(points, from, segments - 1) + distance(points, from, end));
    return best;
}

UNIT_TEST(no_division_is_better)
{
    static const size_t end[] = {4, 6, 9, 13};
    for (uint64_t seed = 1; seed < 40; seed++) {
        struct msim_points points = make(end, 4, 0.6, seed);
        size_t segments;
        size_t *found = msim_segments(&points, 5, &segments);
        double cost = 0;
        for (size_t i = 0; i < segments; i++)
            cost += distance(&points, i ? found[i - 1] : 0, found[i]);
        ck_assert(cost <= least(&points, 13, segments) + 1e-9);
        free(found);
        release(&points);
    }
}
