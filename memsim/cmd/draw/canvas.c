/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What all canvases share; see canvas.h. */
#include <math.h>
#include <string.h>

#include "canvas.h"
#include "cmd/base/utf8.h"

/* The width of a sans-serif letter relative to the font size, rather too wide than too narrow. */
static const double average_letter = 0.58;

/* From line to line, relative to the font size. */
#define LINE 1.3

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

/* The bytes of the text that a line has, and of the blanks after them, as *blanks. */
static size_t line_length(const char *text, size_t letters, size_t *blanks)
{
    const char *at = text, *end = text;
    *blanks = 0;
    for (size_t i = 0; i < letters && *at; i++) {
        bool may_end = *at == ' ';
        end = may_end ? at : end;
        bool is_folder = *at == '/';
        msim_utf8_next(&at);
        end = is_folder ? at : end;
    }
    if (!*at || *at == ' ' || end == text)
        end = at;
    while (end[*blanks] == ' ')
        ++*blanks;
    return (size_t)(end - text);
}

/* Draws on no canvas, too, where only the height matters. */
static double wrap(struct msim_canvas *canvas, struct msim_point at, const char *text,
                   const struct msim_font *font, double width, size_t most)
{
    double step = floor(font->size * LINE + 0.5), top = at.y;
    size_t letters = (size_t)(width / (font->size * average_letter)), blanks;
    for (size_t line = 1; *text && line <= most; line++, at.y += step) {
        char part[1024];
        size_t length = line_length(text, letters ? letters : 1, &blanks);
        length = length < sizeof part ? length : sizeof part - 1;
        memcpy(part, text, length);
        part[length] = 0;
        if (canvas)
            msim_draw_text(canvas, at, line < most ? part : text, font, width);
        text += length + blanks;
    }
    return at.y - top;
}

double msim_draw_wrapped(struct msim_canvas *canvas, struct msim_point at, const char *text,
                         const struct msim_font *font, double width, size_t most)
{
    return wrap(canvas, at, text, font, width, most);
}

double msim_wrapped_height(const char *text, double size, double width, size_t most)
{
    const struct msim_font font = {.size = size};
    return wrap(NULL, (struct msim_point){0, 0}, text, &font, width, most);
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
