/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart: two axes with ticks and a light grid, series of points as lines or as areas on top of each
 * other, a title, and a legend at the right.
 *
 * Series are told apart by colour, dash and marker, so that no two need be told apart by colour alone.
 * Areas are stacked in the order of the series, the first at the bottom, and must have the same x; each has
 * a white edge on top, and the legend lists them as they lie, so neighbours need not differ in lightness.
 */
#ifndef MSIM_CMD_DRAW_CHART_H
#define MSIM_CMD_DRAW_CHART_H

#include "axis.h"
#include "canvas.h"

enum msim_marker {
    MSIM_NO_MARKER,
    MSIM_DISC,
    MSIM_SQUARE,
    MSIM_DIAMOND,
    MSIM_TRIANGLE,
    MSIM_MARKERS
};

struct msim_series {
    const char *name;
    const double *x, *y; /* y NAN: not known; a line goes on to the next one */
    size_t points;
    struct msim_stroke stroke; /* an area has its colour */
    enum msim_marker marker;
    bool area;
};

/* A point of the plot that is pointed out, by a line up to a text above the plot. */
struct msim_mark {
    const char *text;
    double x, y;
};

struct msim_chart {
    const char *title, *subtitle; /* NULL: none */
    const char *legend;           /* the legend's title, or NULL */
    struct msim_axis x, y;        /* from, to: set when drawn */
    const struct msim_series *series;
    size_t count;
    const struct msim_mark *mark; /* NULL: none */
};

/* Seven colours that stay apart for colour-blind eyes and on white paper: Okabe and Ito's without the
 * yellow.  Any number may be asked for; they repeat. */
uint32_t msim_chart_colour(size_t number);

/* The height, `least` or more, at which the legend of so many series has room. */
double msim_chart_height(size_t series, double least);

/* Draws the chart into the rectangle at `at`. */
void msim_chart_draw(struct msim_canvas *canvas, struct msim_chart *chart, struct msim_point at,
                     struct msim_point size);

#endif
