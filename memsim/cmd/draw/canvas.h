/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A canvas to draw on: lines, filled polygons and text, on paper of a given size in pixels, with
 * the origin at the top left.  What is drawn later covers what was drawn earlier.
 *
 * A backend is a constructor and a table of functions.  The paper is white on any background.
 */
#pragma once

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
    enum msim_anchor anchor; /* which part of the text lies at its point */
    bool bold;
    bool upwards; /* rotated so that it reads from bottom to top */
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

/* Completes the picture and frees the canvas.  Returns NULL, or why there is no picture; errors in
 * writing stay in the FILE. */
const char *msim_canvas_finish(struct msim_canvas *canvas);

void msim_draw_polyline(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                        const struct msim_stroke *stroke);
void msim_draw_line(struct msim_canvas *canvas, struct msim_point from, struct msim_point to,
                    const struct msim_stroke *stroke);
void msim_draw_polygon(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                       uint32_t colour);
void msim_draw_rectangle(struct msim_canvas *canvas, struct msim_point from, struct msim_point to,
                         uint32_t colour);

/* Draws `text`, which may be any bytes, cut to about `width` pixels (0: not cut). */
void msim_draw_text(struct msim_canvas *canvas, struct msim_point at, const char *text,
                    const struct msim_font *font, double width);

/* Draws it in lines of about `width` pixels, at most `most` of them, broken at blanks and in paths
 * where that is possible. The last line is cut if there is more.  Returns how much lower the next
 * text must be. */
double msim_draw_wrapped(struct msim_canvas *canvas, struct msim_point at, const char *text,
                         const struct msim_font *font, double width, size_t most);

/* How much that is. */
double msim_wrapped_height(const char *text, double size, double width, size_t most);

/* The approximate width of a text, so that layout does not need the backend's font. */
double msim_text_width(const char *text, double size);

/* Alternating lengths of lines and gaps, in pixels for a stroke of width 1.5; {0}: solid. */
const double *msim_dash_pattern(enum msim_dash dash, int *lengths);

bool msim_canvas_has_png(void);

/* Makes a canvas that writes a PNG to `to` at the end, with twice as many pixels each way.  NULL
 * without cairo. */
struct msim_canvas *msim_canvas_png(FILE *to, struct msim_point size);

/* Makes a canvas that writes SVG 1.1 to `to` while it is drawn. */
struct msim_canvas *msim_canvas_svg(FILE *to, struct msim_point size);
