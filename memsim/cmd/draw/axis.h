/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An axis of a chart: the values it spans, the place of a value on it, and its ticks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cmd/base/human.h"

enum msim_scale { MSIM_LINEAR, MSIM_LOG2, MSIM_LOG10 };
/* MSIM_BYTES: ticks are round in KiB, MiB and so on. */
enum msim_axis_unit { MSIM_COUNT, MSIM_BYTES, MSIM_PERCENT };

struct msim_axis {
    const char *label;
    enum msim_scale scale;
    enum msim_axis_unit unit;
    bool tight;      /* a linear axis ends at the last value, not at a tick */
    bool zero;       /* a log10 axis has 0 at its beginning, apart from its other values */
    double from, to; /* set by msim_axis_fit; from < to, and 0 < from unless linear */
};

enum { MSIM_MOST_TICKS = 24 };

/* Makes the axis span `least` to `most`.  A linear one begins at 0 and ends at a tick; a log10 one
 * begins and ends at 1, 2 or 5 times a power of ten, or begins at one if it is long; a log2 one has
 * exactly these ends, but is never empty.  `least` and `most` of logarithmic axes must be above
 * 0. */
void msim_axis_fit(struct msim_axis *axis, double least, double most);

/* The place of a value: 0 at the axis's beginning, 1 at its end.  A value outside is moved to the
 * nearer end. */
double msim_axis_place(const struct msim_axis *axis, double value);

/* Sets `tick` to the ticks, in ascending order; returns their number, at most MSIM_MOST_TICKS. */
size_t msim_axis_ticks(const struct msim_axis *axis, double *tick);

struct msim_human msim_axis_text(const struct msim_axis *axis, double value);
