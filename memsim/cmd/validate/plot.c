/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws gains: measured across, predicted upwards, both logarithmic; on the diagonal they are the
 * same, and the dotted lines are twice and half of that.  Pairs that are not counted are grey.
 *
 * A narrow picture has numbers beside the points, which are explained below the plot.
 */
#include <math.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/draw/axis.h"
#include "validate.h"

enum { SIDE = 640, LEFT = 80, TOP = 70, BOTTOM = 70, RIGHT = 110, MARKER = 4, TEXT = 11 };
enum {
    NARROW = 640,
    NARROW_LEFT = 64,
    NARROW_RIGHT = 24,
    EDGE = 16,
    LINES = 3,
    KEY_LINES = 40,
    SIDE_LEAST = 60
};

static const uint32_t ink = 0x222222, grid = 0xe4e4e4, line = 0x888888, counted = 0x0072b2,
                      not_counted = 0xaaaaaa;

struct box {
    double left, top, right, bottom;
};

struct plot {
    struct msim_canvas *canvas;
    double left, top, side;
    bool is_narrow;
    char *figures, *keys;  /* what is said above the plot, and below it */
    struct msim_axis axis; /* both have the same */
    struct box *taken;     /* by texts and points */
    size_t boxes;
};

static struct msim_point place(const struct plot *plot, double across, double up)
{
    return (struct msim_point){plot->left + plot->side * msim_axis_place(&plot->axis, across),
                               plot->top + plot->side * (1 - msim_axis_place(&plot->axis, up))};
}

/* --- The paper ------------------------------------------------------------------------------ */

static void draw_ticks(const struct plot *plot)
{
    double tick[MSIM_MOST_TICKS];
    struct msim_stroke light = {.colour = grid, .width = 1};
    struct msim_font below = {.size = TEXT, .colour = ink, .anchor = MSIM_MIDDLE};
    struct msim_font beside = {.size = TEXT, .colour = ink, .anchor = MSIM_END};
    size_t ticks = msim_axis_ticks(&plot->axis, tick);
    for (size_t i = 0; i < ticks; i++) {
        struct msim_point at = place(plot, tick[i], tick[i]);
        struct msim_human text = msim_axis_text(&plot->axis, tick[i]);
        msim_draw_line(plot->canvas, (struct msim_point){at.x, plot->top},
                       (struct msim_point){at.x, plot->top + plot->side}, &light);
        msim_draw_line(plot->canvas, (struct msim_point){plot->left, at.y},
                       (struct msim_point){plot->left + plot->side, at.y}, &light);
        msim_draw_text(plot->canvas, (struct msim_point){at.x, plot->top + plot->side + 18},
                       text.text, &below, 0);
        msim_draw_text(plot->canvas, (struct msim_point){plot->left - 8, at.y + 4}, text.text,
                       &beside, 0);
    }
}

/* Where the predicted gain is so many times the measured one. */
static void draw_diagonal(const struct plot *plot, double times, enum msim_dash dash)
{
    struct msim_stroke stroke = {.colour = line, .width = 1, .dash = dash};
    double from = fmax(plot->axis.from, plot->axis.from / times);
    double to = fmin(plot->axis.to, plot->axis.to / times);
    if (from < to)
        msim_draw_line(plot->canvas, place(plot, from, from * times), place(plot, to, to * times),
                       &stroke);
}

static void draw_paper(const struct plot *plot)
{
    struct msim_font title = {.size = 15, .colour = ink, .bold = true};
    struct msim_font label = {.size = 12, .colour = ink, .anchor = MSIM_MIDDLE};
    struct msim_stroke dark = {.colour = line, .width = 1};
    struct msim_point corner[] = {{plot->left, plot->top},
                                  {plot->left, plot->top + plot->side},
                                  {plot->left + plot->side, plot->top + plot->side},
                                  {plot->left + plot->side, plot->top},
                                  {plot->left, plot->top}};
    draw_ticks(plot);
    msim_draw_polyline(plot->canvas, corner, sizeof corner / sizeof *corner, &dark);
    draw_diagonal(plot, 1, MSIM_SOLID);
    draw_diagonal(plot, 2, MSIM_DOTTED);
    draw_diagonal(plot, 0.5, MSIM_DOTTED);
    msim_draw_text(plot->canvas, (struct msim_point){plot->is_narrow ? EDGE : plot->left, 28},
                   "Gains, measured and predicted", &title, 0);
    msim_draw_text(plot->canvas,
                   (struct msim_point){plot->left + plot->side / 2, plot->top + plot->side + 44},
                   "measured gain, times", &label, 0);
    label.upwards = true;
    msim_draw_text(plot->canvas, (struct msim_point){24, plot->top + plot->side / 2},
                   "predicted gain, times", &label, 0);
}

static char *figures_of(const struct msim_validated *validated)
{
    struct msim_validated_figures figures = msim_validated_figures(validated);
    if (!figures.pairs)
        return msim_copy("");
    return msim_printed("%zu pairs; median factor %.2f, worst %.2f; median error of cycles "
                        "%.0f%%%s",
                        figures.pairs, figures.median_factor, figures.worst_factor,
                        100 * figures.median_error,
                        figures.pairs < validated->pairs ? "; grey: did not repeat" : "");
}

static const struct msim_font text_font = {.size = 12, .colour = 0x222222};

static void draw_figures(const struct plot *plot)
{
    double left = plot->is_narrow ? EDGE : plot->left;
    msim_draw_wrapped(plot->canvas, (struct msim_point){left, 48}, plot->figures, &text_font,
                      plot->canvas->size.x - left - EDGE, LINES);
    msim_draw_wrapped(plot->canvas, (struct msim_point){EDGE, plot->top + plot->side + BOTTOM},
                      plot->keys, &text_font, plot->canvas->size.x - 2 * EDGE, KEY_LINES);
}

/* --- Points --------------------------------------------------------------------------------- */

static bool is_free(const struct plot *plot, const struct box *box)
{
    for (size_t i = 0; i < plot->boxes; i++) {
        const struct box *other = &plot->taken[i];
        if (box->left < other->right && other->left < box->right && box->top < other->bottom &&
            other->top < box->bottom)
            return false;
    }
    return true;
}

/* The name stands beside its point: right, left, above or below, where nothing else stands; right
 * if something stands everywhere. */
static void draw_name(struct plot *plot, struct msim_point at, const char *name, uint32_t colour)
{
    static const struct {
        double x, y;
        enum msim_anchor anchor;
    } offer[] = {{7, 4, MSIM_START},   {-7, 4, MSIM_END},   {0, -7, MSIM_MIDDLE},
                 {0, 16, MSIM_MIDDLE}, {7, -6, MSIM_START}, {7, 14, MSIM_START},
                 {-7, -6, MSIM_END},   {-7, 14, MSIM_END}};
    double width = msim_text_width(name, TEXT);
    struct box box = {0};
    size_t i = 0;
    for (; i < sizeof offer / sizeof *offer; i++) {
        double left = at.x + offer[i].x -
                      width * (offer[i].anchor == MSIM_END      ? 1
                               : offer[i].anchor == MSIM_MIDDLE ? 0.5
                                                                : 0);
        box = (struct box){left, at.y + offer[i].y - TEXT, left + width, at.y + offer[i].y + 2};
        if (is_free(plot, &box))
            break;
    }
    i = i < sizeof offer / sizeof *offer ? i : 0;
    struct msim_font font = {.size = TEXT, .colour = colour, .anchor = offer[i].anchor};
    MSIM_PUSH(plot->taken, plot->boxes, box);
    msim_draw_text(plot->canvas, (struct msim_point){at.x + offer[i].x, at.y + offer[i].y}, name,
                   &font, 0);
}

static void draw_points(struct plot *plot, const struct msim_validated *validated)
{
    for (size_t i = 0; i < validated->pairs; i++) {
        const struct msim_validated_pair *pair = &validated->pair[i];
        struct msim_point at =
            place(plot, msim_validated_native(pair), msim_validated_predicted(pair));
        struct box box = {at.x - MARKER, at.y - MARKER, at.x + MARKER, at.y + MARKER};
        msim_draw_polygon(plot->canvas,
                          (struct msim_point[]){{at.x, at.y - MARKER},
                                                {at.x + MARKER, at.y},
                                                {at.x, at.y + MARKER},
                                                {at.x - MARKER, at.y}},
                          4, msim_validated_repeats(pair) ? counted : not_counted);
        MSIM_PUSH(plot->taken, plot->boxes, box);
    }
    for (size_t i = 0; i < validated->pairs; i++) {
        const struct msim_validated_pair *pair = &validated->pair[i];
        char *name = plot->is_narrow ? msim_printed("%zu", i + 1) : msim_copy(pair->name);
        draw_name(plot, place(plot, msim_validated_native(pair), msim_validated_predicted(pair)),
                  name, msim_validated_repeats(pair) ? ink : not_counted);
        free(name);
    }
}

/* "1 sum   2 product", in a narrow picture. */
static char *keys_of(const struct msim_validated *validated, bool is_narrow)
{
    char *all = msim_copy("");
    for (size_t i = 0; i < validated->pairs && is_narrow; i++) {
        char *more =
            msim_printed("%s%s%zu %s", all, i ? "   " : "", i + 1, validated->pair[i].name);
        free(all);
        all = more;
    }
    return all;
}

/* All but the size of the plot. */
static struct plot plot_of(const struct msim_validated *validated, double width)
{
    struct plot plot = {.is_narrow = width < NARROW, .axis = {.scale = MSIM_LOG10}};
    plot.left = plot.is_narrow ? NARROW_LEFT : LEFT;
    plot.figures = figures_of(validated);
    plot.keys = keys_of(validated, plot.is_narrow);
    double room = width - EDGE - (plot.is_narrow ? EDGE : plot.left);
    double one = msim_wrapped_height(" ", text_font.size, room, 1);
    plot.top = TOP + fmax(0, msim_wrapped_height(plot.figures, text_font.size, room, LINES) - one);
    plot.side = width - plot.left - (plot.is_narrow ? NARROW_RIGHT : RIGHT);
    return plot;
}

static double keys_height(const struct plot *plot, double width)
{
    return msim_wrapped_height(plot->keys, text_font.size, width - 2 * EDGE, KEY_LINES);
}

struct msim_point msim_validated_picture_size(const struct msim_validated *validated, double width)
{
    width = width > 0 ? width : LEFT + SIDE + RIGHT;
    struct plot plot = plot_of(validated, width);
    double height = plot.top + plot.side + BOTTOM + keys_height(&plot, width);
    MSIM_FREE(plot.figures, plot.keys);
    return (struct msim_point){width, height};
}

void msim_validated_picture(const struct msim_validated *validated, struct msim_canvas *canvas)
{
    struct plot plot = plot_of(validated, canvas->size.x);
    double least = 1, most = 2;
    double room = canvas->size.y - plot.top - BOTTOM - keys_height(&plot, canvas->size.x);
    plot.canvas = canvas;
    plot.side = fmax(SIDE_LEAST, fmin(plot.side, room));
    for (size_t i = 0; i < validated->pairs; i++) {
        double native = msim_validated_native(&validated->pair[i]);
        double predicted = msim_validated_predicted(&validated->pair[i]);
        least = fmin(least, fmin(native, predicted));
        most = fmax(most, fmax(native, predicted));
    }
    msim_axis_fit(&plot.axis, fmax(least, 1e-3), fmin(most, 1e6));
    draw_paper(&plot);
    draw_figures(&plot);
    draw_points(&plot, validated);
    MSIM_FREE(plot.taken, plot.figures, plot.keys);
}
