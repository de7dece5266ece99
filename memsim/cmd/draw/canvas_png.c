/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A canvas that writes a PNG file with cairo, at twice the size, for today's screens. */
#include "canvas.h"

#include <math.h>
#include <stdlib.h>

#include <cairo.h>

#include "cmd/base/grow.h"

enum { SCALE = 2 };

struct png {
    struct msim_canvas canvas;
    cairo_surface_t *surface;
    cairo_t *cairo;
};

static cairo_t *cairo_of(struct msim_canvas *canvas)
{
    return ((struct png *)canvas)->cairo;
}

static void set_colour(cairo_t *cairo, uint32_t colour)
{
    cairo_set_source_rgb(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                         (colour & 255) / 255.0);
}

static void trace(cairo_t *cairo, const struct msim_point *point, size_t points)
{
    cairo_new_path(cairo);
    for (size_t i = 0; i < points; i++)
        cairo_line_to(cairo, point[i].x, point[i].y);
}

static void draw_polyline(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                          const struct msim_stroke *stroke)
{
    int lengths;
    const double *pattern = msim_dash_pattern(stroke->dash, &lengths);
    cairo_t *cairo = cairo_of(canvas);
    trace(cairo, point, points);
    set_colour(cairo, stroke->colour);
    cairo_set_line_width(cairo, stroke->width);
    cairo_set_dash(cairo, pattern, lengths, 0);
    cairo_stroke(cairo);
}

static void draw_polygon(struct msim_canvas *canvas, const struct msim_point *point, size_t points,
                         uint32_t colour)
{
    cairo_t *cairo = cairo_of(canvas);
    trace(cairo, point, points);
    cairo_close_path(cairo);
    set_colour(cairo, colour);
    cairo_fill(cairo);
}

static void draw_text(struct msim_canvas *canvas, struct msim_point at, const char *text,
                      const struct msim_font *font)
{
    static const double before[] = {0, 0.5, 1}; /* the part of the text that is left of the point */
    cairo_t *cairo = cairo_of(canvas);
    cairo_text_extents_t extents;
    cairo_save(cairo);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           font->bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, font->size);
    cairo_text_extents(cairo, text, &extents);
    cairo_translate(cairo, at.x, at.y);
    if (font->upwards)
        cairo_rotate(cairo, -acos(0));
    cairo_move_to(cairo, -before[font->anchor] * extents.x_advance, 0);
    set_colour(cairo, font->colour);
    cairo_show_text(cairo, text);
    cairo_restore(cairo);
}

static cairo_status_t write_some(void *to, const unsigned char *bytes, unsigned length)
{
    return fwrite(bytes, 1, length, to) == length ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

static const char *finish(struct msim_canvas *canvas)
{
    struct png *png = (struct png *)canvas;
    cairo_status_t status = cairo_status(png->cairo);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(png->surface, write_some, canvas->to);
    cairo_destroy(png->cairo);
    cairo_surface_destroy(png->surface);
    free(png);
    /* For errors in writing, the FILE has a better reason. */
    if (status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_WRITE_ERROR)
        return NULL;
    return cairo_status_to_string(status);
}

bool msim_canvas_has_png(void)
{
    return true;
}

struct msim_canvas *msim_canvas_png(FILE *to, struct msim_point size)
{
    static const struct msim_canvas_backend backend = {draw_polyline, draw_polygon, draw_text,
                                                       finish};
    struct png *png = msim_zeroed(1, sizeof *png);
    png->canvas = (struct msim_canvas){.backend = &backend, .size = size, .to = to};
    png->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SCALE * (int)ceil(size.x),
                                              SCALE * (int)ceil(size.y));
    png->cairo = cairo_create(png->surface);
    cairo_scale(png->cairo, SCALE, SCALE);
    cairo_set_line_join(png->cairo, CAIRO_LINE_JOIN_ROUND);
    set_colour(png->cairo, 0xffffff);
    cairo_paint(png->cairo);
    return &png->canvas;
}
