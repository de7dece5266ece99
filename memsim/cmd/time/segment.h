/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Divides a sequence of points into segments of points that are alike.
 *
 * The division minimises the sum of all weighted squared distances from the segments' means, plus a
 * penalty for each segment.  The penalty is what a boundary in noise could gain, as the differences
 * of neighbours show it, but at least a fixed part of the whole; if there would be more segments
 * than wanted, it is doubled until there are not.
 *
 * Sequences of more than MSIM_SEGMENT_BINS points are divided by bins of equally many, and then
 * each boundary moves to its best place in the bins beside it.  The cost is O(bins^2 + points) for
 * each coordinate.  Equal input gives equal output.
 */
#pragma once

#include <stddef.h>

enum { MSIM_SEGMENT_BINS = 1000 };

struct msim_points {
    size_t points, coordinates;
    const double *value;  /* coordinates of each point */
    const double *weight; /* of each point, above 0 */
};

/* The ends of the segments, from malloc: at least one and at most `most`, for at least one
 * point. */
size_t *msim_segments(const struct msim_points *points, size_t most, size_t *segments);
