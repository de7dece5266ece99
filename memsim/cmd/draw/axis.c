/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Axes; see axis.h.  Ticks are computed from whole numbers, so that rounding errors do not add up.
 *
 * The steps of bytes are powers of two: any other step that is round in MiB is not round in KiB,
 * and an axis may have both.
 */
#include <math.h>
#include <stdio.h>

#include "axis.h"

enum {
    WANTED_TICKS = 6,
    WANTED_BINARY_TICKS = 8,
    MOST_LOG2_TICKS = 20,
    MOST_LOG10_TICKS = 12,
    MOST_DECADES = 3,
    NICE = 3
};

/* The part of an axis between 0 and its next value. */
#define ZERO_GAP 0.07

static const double nice[NICE] = {1, 2, 5};

/* The step between ticks: 1, 2 or 5 times a power of ten, so that about WANTED_TICKS steps reach
 * `most`. */
static double step_for(const struct msim_axis *axis, double most)
{
    if (axis->unit == MSIM_BYTES)
        return ldexp(1, (int)fmax(0, ceil(log2(most / WANTED_BINARY_TICKS) - 1e-9)));
    double rough = most / WANTED_TICKS;
    double power = pow(10, floor(log10(rough)));
    double step = 10 * power;
    for (int i = NICE; i-- > 0;)
        if (nice[i] * power >= rough * 0.999)
            step = nice[i] * power;
    /* Except for percentages, ticks are whole numbers. */
    return axis->unit != MSIM_PERCENT && step < 1 ? 1 : step;
}

/* The largest nice number that is not above `value`; the smallest that is not below it. */
static double nice_below(double value)
{
    double power = pow(10, floor(log10(value) + 1e-9));
    int i = NICE - 1;
    while (i > 0 && nice[i] * power > value * (1 + 1e-9))
        i--;
    return nice[i] * power;
}

static double nice_above(double value)
{
    double power = pow(10, floor(log10(value) + 1e-9));
    for (int i = 0; i < NICE; i++)
        if (nice[i] * power >= value * (1 - 1e-9))
            return nice[i] * power;
    return 10 * power;
}

/* True: there are too many decades for ticks between them. */
static bool has_decades_only(const struct msim_axis *axis)
{
    return ceil(log10(axis->to) - 1e-9) - floor(log10(axis->from) + 1e-9) > MOST_DECADES;
}

void msim_axis_fit(struct msim_axis *axis, double least, double most)
{
    switch (axis->scale) {
    case MSIM_LINEAR: {
        double step = step_for(axis, most > 0 ? most : 1);
        axis->from = 0;
        axis->to = axis->tight && most > 0 ? most : step * fmax(1, ceil(most / step - 1e-9));
        break;
    }
    case MSIM_LOG2:
        axis->from = least > 0 ? least : 1;
        axis->to = fmax(most, axis->from);
        if (axis->from == axis->to) { /* a single value is in the middle */
            axis->from /= 2;
            axis->to *= 2;
        }
        break;
    case MSIM_LOG10:
        axis->from = nice_below(least > 0 ? least : 1);
        axis->to = nice_above(fmax(most, axis->from));
        if (has_decades_only(axis)) /* begin at one, so that the beginning has a number */
            axis->from = pow(10, floor(log10(axis->from) + 1e-9));
        if (axis->to <= axis->from)
            axis->to = axis->from * 10;
        break;
    }
}

double msim_axis_place(const struct msim_axis *axis, double value)
{
    double place;
    if (axis->scale == MSIM_LINEAR)
        place = (value - axis->from) / (axis->to - axis->from);
    else
        place = value > 0 ? log(value / axis->from) / log(axis->to / axis->from) : 0;
    if (axis->scale == MSIM_LOG10 && axis->zero && value > 0)
        place = ZERO_GAP + fmax(0, place) * (1 - ZERO_GAP);
    return fmin(1, fmax(0, place));
}

static size_t linear_ticks(const struct msim_axis *axis, double *tick)
{
    double step = step_for(axis, axis->to);
    size_t ticks = 0;
    while (ticks < MSIM_MOST_TICKS && (double)ticks * step <= axis->to * (1 + 1e-9)) {
        tick[ticks] = (double)ticks * step;
        ticks++;
    }
    return ticks;
}

/* Powers of two; some are left out if there are too many. */
static size_t log2_ticks(const struct msim_axis *axis, double *tick)
{
    int first = (int)ceil(log2(axis->from) - 1e-9), last = (int)floor(log2(axis->to) + 1e-9);
    int step = (last - first) / MOST_LOG2_TICKS + 1;
    size_t ticks = 0;
    for (int power = first; power <= last; power += step)
        tick[ticks++] = ldexp(1, power);
    return ticks;
}

/* Powers of ten; if there are few, also 2 and 5 times these. */
static size_t log10_ticks(const struct msim_axis *axis, double *tick)
{
    int first = (int)floor(log10(axis->from) + 1e-9), last = (int)ceil(log10(axis->to) - 1e-9);
    int step = (last - first) / MOST_LOG10_TICKS + 1;
    bool all = !has_decades_only(axis);
    size_t ticks = 0;
    if (axis->zero)
        tick[ticks++] = 0;
    for (int power = first; power <= last; power += step)
        for (int i = 0; i < (all ? NICE : 1); i++) {
            double value = nice[i] * pow(10, power);
            if (value >= axis->from * (1 - 1e-9) && value <= axis->to * (1 + 1e-9))
                tick[ticks++] = value;
        }
    return ticks;
}

size_t msim_axis_ticks(const struct msim_axis *axis, double *tick)
{
    switch (axis->scale) {
    case MSIM_LOG2:
        return log2_ticks(axis, tick);
    case MSIM_LOG10:
        return log10_ticks(axis, tick);
    case MSIM_LINEAR:
        break;
    }
    return linear_ticks(axis, tick);
}

struct msim_human msim_axis_text(const struct msim_axis *axis, double value)
{
    if (axis->unit == MSIM_COUNT && axis->scale == MSIM_LOG2 && value >= 1)
        return msim_human_count((uint64_t)value);
    if (axis->unit != MSIM_PERCENT)
        return msim_human_short(value, axis->unit == MSIM_BYTES);
    struct msim_human human;
    snprintf(human.text, sizeof human.text, "%.6g%%", value);
    return human;
}
