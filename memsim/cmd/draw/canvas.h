/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A canvas to draw on: lines, filled polygons and text, on paper of a given size in pixels, with the
 * origin at the top left.  What is drawn later covers what was drawn before.
 *
 * A backend is a constructor and a table of functions.  The paper is white, whatever shows it.
 */
#ifndef MSIM_CMD_DRAW_CANVAS_H
#define MSIM_CMD_DRAW_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct msim_point {
    double x, y;
};

enum msim_dash { MSIM_SOLID, MSIM_DASHED, MSIM_DOTTED, MSIM_DASH_DOT, MSIM_DASHES };
enum msim_anchor { MSIM_START, MSIM_MIDDLE, MSIM_END };

/* Colours are 0xRRGGBB. */
struct msim_stroke {
    uint32_t colour;
    double width;
    enum msim_dash dash;
};

struct msim_font {
    double size;
    uint32_t colour;
    enum msim_anchor anchor; /* which part of the text is at its point */
    bool bold;
    bool upwards; /* turned by a quarter, read from below */
};

struct msim_canvas;
struct msim_canvas_backend {
    void (*polyline)(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                     const struct msim_stroke *stroke);
    void (*polygon)(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                    uint32_t colour);
    /* `text` is valid UTF-8 without control characters; `at` is on its base line. */
    void (*text)(struct msim_canvas *canvas, struct msim_point at, const char *text,
                 const struct msim_font *font);
    const char *(*finish)(struct msim_canvas *canvas);
};

struct msim_canvas {
    const struct msim_canvas_backend *backend;
    struct msim_point size;
    FILE *to;
};

/* Completes the picture and frees the canvas.  NULL, or why there is none; errors in writing stay in
 * the FILE. */
const char *msim_canvas_finish(struct msim_canvas *canvas);

void msim_draw_polyline(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                        const struct msim_stroke *stroke);
void msim_draw_line(struct msim_canvas *canvas, struct msim_point from, struct msim_point to,
                    const struct msim_stroke *stroke);
void msim_draw_polygon(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                       uint32_t colour);
void msim_draw_rectangle(struct msim_canvas *canvas, struct msim_point from, struct msim_point to,
                         uint32_t colour);

/* Any bytes, cut to what is about `width` pixels wide (0: not cut) at that size. */
void msim_draw_text(struct msim_canvas *canvas, struct msim_point at, const char *text,
                    const struct msim_font *font, double width);

/* About how wide it is drawn: no backend need know its font for a layout. */
double msim_text_width(const char *text, double size);

/* Lengths of line and gap in turn, in units of 1 at a stroke of width 1.5; {0}: solid. */
const double *msim_dash_pattern(enum msim_dash dash, int *lengths);

#endif
