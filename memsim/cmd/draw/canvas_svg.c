/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A canvas that writes an SVG 1.1 file.  Text stays text, so it can be searched and read aloud.
 * Numbers have at most two decimals and a decimal point in any locale, because the command never
 * sets one.
 */
#include "canvas.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

static void put_points(FILE *to, const struct msim_point *point, size_t points)
{
    for (size_t i = 0; i < points; i++)
        fprintf(to, "%s%.2f,%.2f", i ? " " : "", point[i].x, point[i].y);
}

static void draw_polyline(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                          const struct msim_stroke *stroke)
{
    int lengths;
    const double *pattern = msim_dash_pattern(stroke->dash, &lengths);
    fputs("<polyline fill=\"none\" points=\"", canvas->to);
    put_points(canvas->to, point, points);
    fprintf(canvas->to, "\" stroke=\"#%06" PRIx32 "\" stroke-width=\"%.2f\"", stroke->colour,
            stroke->width);
    for (int i = 0; i < lengths; i++)
        fprintf(canvas->to, "%s%.0f", i ? " " : " stroke-dasharray=\"", pattern[i]);
    fputs(lengths ? "\"/>\n" : "/>\n", canvas->to);
}

static void draw_polygon(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                         uint32_t colour)
{
    fputs("<polygon points=\"", canvas->to);
    put_points(canvas->to, point, points);
    fprintf(canvas->to, "\" fill=\"#%06" PRIx32 "\"/>\n", colour);
}

static void draw_text(struct msim_canvas *canvas, struct msim_point at, const char *text,
                      const struct msim_font *font)
{
    static const char *const anchors[] = {"start", "middle", "end"};
    fprintf(canvas->to, "<text x=\"%.2f\" y=\"%.2f\" font-size=\"%.1f\" text-anchor=\"%s\"", at.x,
            at.y, font->size, anchors[font->anchor]);
    fprintf(canvas->to, " fill=\"#%06" PRIx32 "\"%s", font->colour,
            font->bold ? " font-weight=\"bold\"" : "");
    if (font->upwards)
        fprintf(canvas->to, " transform=\"rotate(-90 %.2f %.2f)\"", at.x, at.y);
    fputc('>', canvas->to);
    msim_xml_quote(canvas->to, text, false);
    fputs("</text>\n", canvas->to);
}

static const char *finish(struct msim_canvas *canvas)
{
    fputs("</g>\n</svg>\n", canvas->to);
    free(canvas);
    return NULL;
}

struct msim_canvas *msim_canvas_svg(FILE *to, struct msim_point size)
{
    static const struct msim_canvas_backend backend = {draw_polyline, draw_polygon, draw_text,
                                                       finish};
    struct msim_canvas *canvas = msim_zeroed(1, sizeof *canvas);
    *canvas = (struct msim_canvas){.backend = &backend, .size = size, .to = to};
    fprintf(
        to,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\">\n"
        "<g font-family=\"'DejaVu Sans', Verdana, Helvetica, Arial, sans-serif\" "
        "stroke-linejoin=\"round\">\n",
        size.x, size.y, size.x, size.y);
    msim_draw_rectangle(canvas, (struct msim_point){0, 0}, size, 0xffffff);
    return canvas;
}
