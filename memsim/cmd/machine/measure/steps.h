/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Steps of a curve: where a value that is constant in stretches changes from one to the next.
 *
 * Of all ways to divide the points into so many stretches, the one is taken for which the values
 * differ least from the medians of their stretches, in the sum of the magnitudes of logarithms: a
 * few values that are far off do not matter, and a slope is divided in its middle.
 */
#pragma once

enum { MSIM_STEPS_MAX = 5, MSIM_STEPS_POINTS = 64 };

struct msim_stretch {
    unsigned first, end; /* points */
    double level;        /* the median of their values */
};

/* Divides `points` points of values above 0 (at most MSIM_STEPS_POINTS) into `count` stretches (at
 * most MSIM_STEPS_MAX, and points).  Those that differ by less than `least`, a factor, are joined.
 * Returns how many there are. */
unsigned msim_steps_find(const double *value, unsigned points, unsigned count, double least,
                         struct msim_stretch *stretch);

/* Where x is between two stretches: in the middle, by logarithms, between the last point of one and
 * the first of the next. */
double msim_step_at(const double *x, const struct msim_stretch *before);
