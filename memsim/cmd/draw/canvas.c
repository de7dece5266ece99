/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all canvases share; see canvas.h. */
#include "canvas.h"
#include "cmd/base/utf8.h"

/* The width of a sans-serif letter relative to the font size, rather too wide than too narrow. */
static const double average_letter = 0.58;

void msim_draw_polyline(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                        const struct msim_stroke *stroke)
{
    if (points > 1)
        canvas->backend->polyline(canvas, point, points, stroke);
}

void msim_draw_line(struct msim_canvas *canvas, struct msim_point from, struct msim_point to,
                    const struct msim_stroke *stroke)
{
    struct msim_point ends[] = {from, to};
    canvas->backend->polyline(canvas, ends, 2, stroke);
}

void msim_draw_polygon(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                       uint32_t colour)
{
    if (points > 2)
        canvas->backend->polygon(canvas, point, points, colour);
}

void msim_draw_rectangle(struct msim_canvas *canvas, struct msim_point from, struct msim_point to,
                         uint32_t colour)
{
    struct msim_point corners[] = {from, {to.x, from.y}, to, {from.x, to.y}};
    canvas->backend->polygon(canvas, corners, 4, colour);
}

double msim_text_width(const char *text, double size)
{
    return (double)msim_utf8_length(text) * size * average_letter;
}

void msim_draw_text(struct msim_canvas *canvas, struct msim_point at, const char *text,
                    const struct msim_font *font, double width)
{
    char clean[1024];
    size_t most = sizeof clean;
    if (width > 0)
        most = (size_t)(width / (font->size * average_letter));
    msim_utf8_clean(clean, sizeof clean, text, most ? most : 1);
    canvas->backend->text(canvas, at, clean, font);
}

const char *msim_canvas_finish(struct msim_canvas *canvas)
{
    return canvas->backend->finish(canvas);
}

const double *msim_dash_pattern(enum msim_dash dash, int *lengths)
{
    static const double patterns[MSIM_DASHES][4] = {
        [MSIM_DASHED] = {7, 4},
        [MSIM_DOTTED] = {2, 3},
        [MSIM_DASH_DOT] = {8, 3, 2, 3},
    };
    static const int counts[MSIM_DASHES] = {0, 2, 2, 4};
    *lengths = counts[dash];
    return patterns[dash];
}
