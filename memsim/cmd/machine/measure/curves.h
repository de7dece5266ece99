/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is measured of a machine: curves, each of one kernel (memsim/kernels) with a parameter that
 * changes.  Each point has the cycles of a load, branch, ..., natively and simulated.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum msim_curve_number {
    MSIM_CURVE_CHASE_1, /* loads that need the one before, of so many bytes; */
    MSIM_CURVE_CHASE_4, /* so many of these at once */
    MSIM_CURVE_CHASE_16,
    MSIM_CURVE_CHASE_32,
    MSIM_CURVE_ORDER, /* lines in order, and drawn anew */
    MSIM_CURVE_GATHER,
    MSIM_CURVE_PAGES, /* loads that need the one before, of so many pages */
    MSIM_CURVE_SETS,  /* so many lines of one set of the first level, and of several sets */
    MSIM_CURVE_APART,
    MSIM_CURVE_TAKEN, /* a branch that is taken so often of 128 */
    MSIM_CURVE_TURNS, /* calls of so many functions by turns, and at random */
    MSIM_CURVE_DRAWN,
    MSIM_CURVE_FORWARD,   /* loads of what was just stored, in four ways */
    MSIM_CURVE_ADDITIONS, /* pairs of loads that miss, so many instructions between them: */
    MSIM_CURVE_NOTHING,   /* additions, and those that do nothing */
    MSIM_CURVE_INDEPENDENT,
    MSIM_CURVE_MIXED,
    MSIM_CURVE_LOADS,
    MSIM_CURVE_INDEXED, /* loads that need the one before, by an index */
    MSIM_CURVE_STORES,
    MSIM_CURVES
};

enum { MSIM_CURVE_POINTS = 40 };

struct msim_measured_point {
    double x, native, simulated; /* NAN: not known */
    uint32_t in_round;           /* loads, ... of a round of the kernel; 0: not known */
};

struct msim_measured_curve {
    struct msim_measured_point point[MSIM_CURVE_POINTS];
    unsigned points;
};

/* A row of the table of curves. */
struct msim_curve_kind {
    const char *name, *of; /* of: what x is; NULL: there is one point */
    const char *each;      /* what the cycles are of */
    const char *kernel;    /* with %s for x */
    const uint32_t *x;     /* ended by 0; */
    uint32_t unit;         /* x is times this */
    unsigned simulate;     /* every point with a number that this divides is simulated, too */
    bool calibrates;       /* it is simulated before values are found, too */
    unsigned quick;        /* points of a quick measurement */
};

extern const struct msim_curve_kind msim_curve_kinds[MSIM_CURVES];

/* Sets the curve's points, up to `most` bytes, without values. */
void msim_curve_begin(enum msim_curve_number number, uint64_t most, bool quick,
                      struct msim_measured_curve *curve);

/* The kernel of a point, from malloc. */
char *msim_curve_kernel(enum msim_curve_number number, double x);

/* The median of what is known of the points between two x, natively or simulated; NAN: none. */
double msim_curve_median(const struct msim_measured_curve *curve, double from, double to,
                         bool simulated);
