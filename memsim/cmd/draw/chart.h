/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A chart: two axes with ticks and a light grid, series of points as lines or as stacked areas, a
 * title, and a legend on the right, or below a narrow chart.
 *
 * Series differ in colour, dash and marker, so that no two need be distinguished by colour alone.
 * Areas are stacked in the order of the series, the first at the bottom, and must have the same x;
 * each has a white edge on top, and the legend lists them in the order of the stack, so neighbours
 * may be equally light.
 */
#pragma once

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
    const double *x, *y; /* y NAN: unknown; a line continues to the next point */
    size_t points;
    struct msim_stroke stroke; /* of an area, only the colour is used */
    enum msim_marker marker;
    bool area;
};

/* A highlighted point of the plot: a line leads from it to a text above the plot. */
struct msim_mark {
    const char *text;
    double x, y;
};

/* A part of the x axis. */
struct msim_chart_span {
    double from, to;
};

struct msim_chart {
    const char *title, *subtitle; /* NULL: none */
    const char *legend;           /* the legend's title, or NULL */
    struct msim_axis x, y;        /* from, to: set when drawn */
    const struct msim_series *series;
    size_t count;
    const struct msim_mark *mark;       /* NULL: none */
    const struct msim_chart_span *span; /* have a bar along the top of the plot */
    size_t spans;
};

/* Seven colours that are distinct for colour-blind people and on white paper: Okabe and Ito's
 * without the yellow.  They repeat after the seventh. */
uint32_t msim_chart_colour(size_t number);

/* The height, `least` or more, that a chart of this width needs for the legend of this many series.
 * */
double msim_chart_height(double width, size_t series, double least);

/* Draws the chart into the rectangle at `at`. */
void msim_chart_draw(struct msim_canvas *canvas, struct msim_chart *chart, struct msim_point at,
                     struct msim_point size);
