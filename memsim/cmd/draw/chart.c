/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws charts; see chart.h.
 *
 *     title, subtitle
 *     y  +--------------+
 *        |   the plot   |  legend
 *        +--------------+
 *               x
 *
 * The margins depend on the widest tick and the longest name.  In a narrow chart, titles take
 * several lines, and the legend is below the plot, which keeps a least height: of the legend, what
 * does not fit is left out and said.
 */
#include <math.h>
#include <stdlib.h>

#include "chart.h"
#include "cmd/base/grow.h"

enum {
    TOP = 36,    /* the top margin without titles */
    TITLES = 36, /* the height of title and subtitle, if each takes a line */
    TITLE_STEP = 18,
    NARROW = 640, /* narrower charts are narrow */
    NARROW_TITLE_SIZE = 14,
    TITLE_LINES = 4,
    PLOT_LEAST = 100,
    PLOT_USUAL = 240, /* of a narrow chart */
    FOOT = 58,        /* the height of the axis and its label */
    TITLE_SIZE = 17,
    TEXT_SIZE = 12,
    LEGEND_LINE = 20,
    MARK = 18,         /* the height of a mark's text */
    SAMPLE = 34,       /* length of a sample line in the legend */
    MOST_LEGEND = 340, /* the legend's largest width; longer names are cut */
    SPAN = 5,          /* the height of a span's bar */
    MARKER = 4,        /* half a marker's width */
};

static const uint32_t ink = 0x222222, grey = 0x666666, grid = 0xe4e4e4, axis_grey = 0x999999,
                      paper = 0xffffff;

struct frame {
    struct msim_canvas *canvas;
    struct msim_chart *chart;
    struct msim_point outer, size;
    double left, top, right, bottom; /* of the plot */
    bool is_narrow;
};

uint32_t msim_chart_colour(size_t number)
{
    static const uint32_t colours[] = {
        0x0072b2, /* blue */
        0xd55e00, /* vermilion */
        0x009e73, /* bluish green */
        0xcc79a7, /* reddish purple */
        0xe69f00, /* orange */
        0x56b4e9, /* sky blue */
        0x000000,
    };
    return colours[number % (sizeof colours / sizeof *colours)];
}

static struct msim_point place(const struct frame *frame, double x, double y)
{
    const struct msim_chart *chart = frame->chart;
    return (struct msim_point){
        frame->left + msim_axis_place(&chart->x, x) * (frame->right - frame->left),
        frame->bottom - msim_axis_place(&chart->y, y) * (frame->bottom - frame->top)};
}

static size_t most_points(const struct msim_chart *chart)
{
    size_t most = 0;
    for (size_t i = 0; i < chart->count; i++)
        most = chart->series[i].points > most ? chart->series[i].points : most;
    return most;
}

/* The largest sum of stacked areas at any x. */
static double highest_stack(const struct msim_chart *chart)
{
    size_t points = most_points(chart);
    double *sum = msim_zeroed(points, sizeof *sum), highest = 0;
    for (size_t s = 0; s < chart->count; s++)
        for (size_t i = 0; chart->series[s].area && i < chart->series[s].points; i++)
            sum[i] += isnan(chart->series[s].y[i]) ? 0 : chart->series[s].y[i];
    for (size_t i = 0; i < points; i++)
        highest = fmax(highest, sum[i]);
    free(sum);
    return highest;
}

/* Fits the axes to what the series span.  Stacked areas reach up to their sum. */
static void fit_axes(struct msim_chart *chart)
{
    double x_least = INFINITY, x_most = -INFINITY, y_least = INFINITY, y_most = 0;
    chart->y.zero = false;
    for (size_t s = 0; s < chart->count; s++) {
        const struct msim_series *series = &chart->series[s];
        double highest = 0;
        for (size_t i = 0; i < series->points; i++) {
            x_least = fmin(x_least, series->x[i]);
            x_most = fmax(x_most, series->x[i]);
            if (isnan(series->y[i]))
                continue;
            highest = fmax(highest, series->y[i]);
            chart->y.zero |= series->y[i] <= 0;
            if (series->y[i] > 0)
                y_least = fmin(y_least, series->y[i]);
        }
        y_most = fmax(y_most, highest);
    }
    y_most = fmax(y_most, highest_stack(chart));
    msim_axis_fit(&chart->x, isfinite(x_least) ? x_least : 1, isfinite(x_most) ? x_most : 1);
    msim_axis_fit(&chart->y, isfinite(y_least) ? y_least : 1, y_most);
}

static double widest_tick(const struct msim_axis *axis)
{
    double tick[MSIM_MOST_TICKS], widest = 0;
    size_t ticks = msim_axis_ticks(axis, tick);
    for (size_t i = 0; i < ticks; i++)
        widest = fmax(widest, msim_text_width(msim_axis_text(axis, tick[i]).text, TEXT_SIZE));
    return widest;
}

static double legend_width(const struct msim_chart *chart)
{
    double widest = chart->legend ? msim_text_width(chart->legend, TEXT_SIZE) : 0;
    for (size_t i = 0; i < chart->count; i++)
        widest = fmax(widest, msim_text_width(chart->series[i].name, TEXT_SIZE) + SAMPLE + 8);
    return fmin(widest, MOST_LEGEND);
}

static size_t legend_lines(const struct msim_chart *chart)
{
    return chart->count + (chart->legend != NULL);
}

/* The size of the title's letters, which are bold and so wider than others. */
static double title_size(const struct frame *frame)
{
    return frame->is_narrow ? NARROW_TITLE_SIZE : TITLE_SIZE;
}

/* Where titles begin, and how wide they may be. */
static double titles_left(const struct frame *frame)
{
    return frame->is_narrow ? frame->outer.x + 16 : frame->left;
}

static double titles_width(const struct frame *frame)
{
    return frame->outer.x + frame->size.x - 16 - titles_left(frame);
}

/* The height of a title beyond its first line. */
static double more_lines(const char *text, double size, double width)
{
    double one = msim_wrapped_height(" ", size, width, 1);
    return text ? fmax(0, msim_wrapped_height(text, size, width, TITLE_LINES) - one) : 0;
}

static double titles_height(const struct frame *frame)
{
    const struct msim_chart *chart = frame->chart;
    double width = titles_width(frame);
    return (chart->title ? TITLES / 2 : 0) + (chart->subtitle ? TITLES / 2 : 0) +
           more_lines(chart->title, title_size(frame), width * 0.95) +
           more_lines(chart->subtitle, TEXT_SIZE, width);
}

static void lay_out(struct frame *frame)
{
    const struct msim_chart *chart = frame->chart;
    frame->is_narrow = frame->size.x < NARROW;
    frame->left = frame->outer.x + 44 + widest_tick(&chart->y);
    frame->right =
        frame->outer.x + frame->size.x - (frame->is_narrow ? 28 : 44 + legend_width(chart));
    frame->top = frame->outer.y + TOP + titles_height(frame) + (chart->mark ? MARK : 0);
    frame->bottom = frame->outer.y + frame->size.y - FOOT;
    if (frame->is_narrow)
        frame->bottom -= (double)legend_lines(chart) * LEGEND_LINE;
    frame->bottom = fmax(frame->bottom, frame->top + PLOT_LEAST);
    frame->bottom = fmin(frame->bottom, frame->outer.y + frame->size.y - FOOT);
}

static void draw_titles(const struct frame *frame)
{
    struct msim_point at = {titles_left(frame), frame->outer.y + 30};
    double width = titles_width(frame);
    if (frame->chart->title) {
        struct msim_font font = {.size = title_size(frame), .colour = ink, .bold = true};
        msim_draw_wrapped(frame->canvas, at, frame->chart->title, &font, width * 0.95, TITLE_LINES);
        at.y += 20 + more_lines(frame->chart->title, font.size, width * 0.95);
    }
    if (frame->chart->subtitle) {
        struct msim_font font = {.size = TEXT_SIZE, .colour = grey};
        msim_draw_wrapped(frame->canvas, at, frame->chart->subtitle, &font, width, TITLE_LINES);
    }
}

/* Where the line of a tick begins and ends, and where its number stands. */
struct tick {
    struct msim_point from, to, text;
};

static struct tick x_tick(const struct frame *frame, double value)
{
    double x = place(frame, value, 0).x;
    return (struct tick){{x, frame->top}, {x, frame->bottom + 5}, {x, frame->bottom + 20}};
}

static struct tick y_tick(const struct frame *frame, double value)
{
    double y = place(frame, frame->chart->x.from, value).y;
    return (struct tick){{frame->left - 5, y}, {frame->right, y}, {frame->left - 9, y + 4}};
}

static void draw_ticks(const struct frame *frame, const struct msim_axis *axis,
                       struct tick (*tick_at)(const struct frame *frame, double value),
                       const struct msim_font *font, size_t each)
{
    struct msim_stroke light = {.colour = grid, .width = 1};
    double value[MSIM_MOST_TICKS];
    size_t ticks = msim_axis_ticks(axis, value);
    for (size_t i = 0; i < ticks; i++) {
        struct tick tick = tick_at(frame, value[i]);
        msim_draw_line(frame->canvas, tick.from, tick.to, &light);
        if (i % each == 0)
            msim_draw_text(frame->canvas, tick.text, msim_axis_text(axis, value[i]).text, font, 0);
    }
}

/* Every how many ticks there is room for a number. */
static size_t spacing(const struct frame *frame, const struct msim_axis *axis)
{
    double value[MSIM_MOST_TICKS], least = frame->right - frame->left;
    size_t ticks = msim_axis_ticks(axis, value);
    for (size_t i = 1; i < ticks; i++)
        least = fmin(least, x_tick(frame, value[i]).text.x - x_tick(frame, value[i - 1]).text.x);
    return (size_t)fmax(1, ceil((widest_tick(axis) + 6) / fmax(1, least)));
}

static void draw_x_axis(const struct frame *frame)
{
    const struct msim_axis *axis = &frame->chart->x;
    struct msim_font font = {.size = TEXT_SIZE, .colour = ink, .anchor = MSIM_MIDDLE};
    draw_ticks(frame, axis, x_tick, &font, spacing(frame, axis));
    struct msim_point middle = {(frame->left + frame->right) / 2, frame->bottom + 44};
    msim_draw_text(frame->canvas, middle, axis->label, &font, frame->right - frame->left);
}

static void draw_y_axis(const struct frame *frame)
{
    const struct msim_axis *axis = &frame->chart->y;
    struct msim_font font = {.size = TEXT_SIZE, .colour = ink, .anchor = MSIM_END};
    draw_ticks(frame, axis, y_tick, &font, 1);
    struct msim_point middle = {frame->outer.x + 22, (frame->top + frame->bottom) / 2};
    font.anchor = MSIM_MIDDLE;
    font.upwards = true;
    msim_draw_text(frame->canvas, middle, axis->label, &font, frame->bottom - frame->top);
}

/* Draws the two axes, on top of the grid. */
static void draw_axis_lines(const struct frame *frame)
{
    struct msim_stroke dark = {.colour = axis_grey, .width = 1};
    struct msim_point corner[] = {
        {frame->left, frame->top}, {frame->left, frame->bottom}, {frame->right, frame->bottom}};
    msim_draw_polyline(frame->canvas, corner, 3, &dark);
}

static void draw_marker(struct msim_canvas *canvas, struct msim_point at,
                        const struct msim_series *of)
{
    static const int corners[MSIM_MARKERS] = {
        [MSIM_DISC] = 16, [MSIM_SQUARE] = 4, [MSIM_DIAMOND] = 4, [MSIM_TRIANGLE] = 3};
    static const double turns[MSIM_MARKERS] = {[MSIM_SQUARE] = 0.125, [MSIM_TRIANGLE] = -0.25};
    struct msim_point corner[16];
    int count = corners[of->marker];
    /* All shapes have about the same area. */
    double radius = MARKER * (of->marker == MSIM_DISC       ? 0.85
                              : of->marker == MSIM_TRIANGLE ? 1.2
                                                            : 1.1);
    for (int i = 0; i < count; i++) {
        double angle = ((double)i / count + turns[of->marker]) * 4 * acos(0);
        corner[i] = (struct msim_point){at.x + radius * cos(angle), at.y + radius * sin(angle)};
    }
    msim_draw_polygon(canvas, corner, (size_t)count, of->stroke.colour);
}

static void draw_line_series(const struct frame *frame, const struct msim_series *series)
{
    struct msim_point *point = msim_zeroed(series->points, sizeof *point);
    size_t points = 0;
    for (size_t i = 0; i < series->points; i++)
        if (!isnan(series->y[i]))
            point[points++] = place(frame, series->x[i], series->y[i]);
    msim_draw_polyline(frame->canvas, point, points, &series->stroke);
    struct msim_series shown = *series;
    if (points == 1 && shown.marker == MSIM_NO_MARKER) /* a line of one point is none */
        shown.marker = MSIM_DISC;
    for (size_t i = 0; i < points; i++)
        draw_marker(frame->canvas, point[i], &shown);
    free(point);
}

/* `base` is the height of the stack so far at each point; this raises it. */
static void draw_area_series(const struct frame *frame, const struct msim_series *series,
                             double *base)
{
    struct msim_point *corner = msim_zeroed(2 * series->points, sizeof *corner);
    for (size_t i = 0; i < series->points; i++) {
        corner[2 * series->points - 1 - i] = place(frame, series->x[i], base[i]);
        base[i] += isnan(series->y[i]) ? 0 : series->y[i];
        corner[i] = place(frame, series->x[i], base[i]);
    }
    struct msim_stroke edge = {.colour = paper, .width = 0.8};
    msim_draw_polygon(frame->canvas, corner, 2 * series->points, series->stroke.colour);
    msim_draw_polyline(frame->canvas, corner, series->points, &edge);
    free(corner);
}

/* Draws areas first, so that lines are on top. */
static void draw_series(const struct frame *frame)
{
    const struct msim_chart *chart = frame->chart;
    double *base = msim_zeroed(most_points(chart), sizeof *base);
    for (size_t i = 0; i < chart->count; i++)
        if (chart->series[i].area)
            draw_area_series(frame, &chart->series[i], base);
    free(base);
    /* The first series is the most important one and is drawn last, on top. */
    for (size_t i = chart->count; i-- > 0;)
        if (!chart->series[i].area)
            draw_line_series(frame, &chart->series[i]);
}

/* A bar is at least as wide as a line. */
static void draw_spans(const struct frame *frame)
{
    for (size_t i = 0; i < frame->chart->spans; i++) {
        const struct msim_chart_span *span = &frame->chart->span[i];
        double from = place(frame, span->from, 0).x, to = place(frame, span->to, 0).x;
        msim_draw_rectangle(frame->canvas, (struct msim_point){from, frame->top},
                            (struct msim_point){fmax(to, from + 1), frame->top + SPAN}, ink);
    }
}

/* Draws the mark, with its text kept within the width of the plot. */
static void draw_mark(const struct frame *frame)
{
    const struct msim_mark *mark = frame->chart->mark;
    if (!mark)
        return;
    struct msim_point at = place(frame, mark->x, mark->y), top = {at.x, frame->top - 4};
    struct msim_stroke stroke = {.colour = ink, .width = 1, .dash = MSIM_DOTTED};
    struct msim_series disc = {.stroke = {.colour = ink}, .marker = MSIM_DISC};
    struct msim_font font = {.size = TEXT_SIZE, .colour = ink, .anchor = MSIM_MIDDLE};
    double half = msim_text_width(mark->text, TEXT_SIZE) / 2;
    msim_draw_line(frame->canvas, top, at, &stroke);
    draw_marker(frame->canvas, at, &disc);
    top.x = fmax(frame->left + half, fmin(frame->right - half, at.x));
    top.y -= 4;
    msim_draw_text(frame->canvas, top, mark->text, &font, frame->right - frame->left);
}

static void draw_sample(const struct frame *frame, struct msim_point at,
                        const struct msim_series *of)
{
    struct msim_point end = {at.x + SAMPLE, at.y};
    if (of->area) {
        msim_draw_rectangle(frame->canvas, (struct msim_point){at.x + 10, at.y - 6},
                            (struct msim_point){end.x, at.y + 6}, of->stroke.colour);
        return;
    }
    msim_draw_line(frame->canvas, at, end, &of->stroke);
    draw_marker(frame->canvas, (struct msim_point){at.x + SAMPLE / 2.0, at.y}, of);
}

/* How many series of the legend there is no room for. */
static size_t left_out_of(const struct frame *frame, double top)
{
    size_t lines = legend_lines(frame->chart), all = frame->chart->count;
    double room = fmax(0, frame->outer.y + frame->size.y - top - LEGEND_LINE / 2.0);
    size_t fit = 1 + (size_t)(room / LEGEND_LINE);
    if (fit >= lines)
        return 0;
    return lines - fit + 1 < all ? lines - fit + 1 : all;
}

static void draw_left_out(const struct frame *frame, struct msim_point *at, size_t left_out)
{
    const struct msim_font font = {.size = TEXT_SIZE, .colour = grey};
    if (!left_out)
        return;
    char *text = msim_printed("and %zu more", left_out);
    msim_draw_text(frame->canvas, (struct msim_point){at->x + SAMPLE + 8, at->y + 4}, text, &font,
                   0);
    at->y += LEGEND_LINE;
    free(text);
}

/* Lists the series in their order, but areas from the top of the stack down; the largest areas are
 * the lowest, so what is left out of these comes first. */
static void draw_legend(const struct frame *frame)
{
    const struct msim_chart *chart = frame->chart;
    struct msim_font font = {.size = TEXT_SIZE, .colour = grey};
    struct msim_point at = {frame->is_narrow ? frame->outer.x + 16 : frame->right + 28,
                            frame->is_narrow ? frame->bottom + FOOT : frame->top + 6};
    double width = frame->outer.x + frame->size.x - 8 - at.x - SAMPLE - 8;
    bool areas = chart->count && chart->series[0].area;
    size_t left_out = left_out_of(frame, at.y), first = areas ? left_out : 0;
    if (chart->legend) {
        msim_draw_text(frame->canvas, (struct msim_point){at.x, at.y + 4}, chart->legend, &font, 0);
        at.y += LEGEND_LINE;
    }
    if (areas)
        draw_left_out(frame, &at, left_out);
    font.colour = ink;
    for (size_t i = first; i < first + chart->count - left_out; i++) {
        const struct msim_series *series = &chart->series[areas ? chart->count - 1 - i : i];
        draw_sample(frame, at, series);
        msim_draw_text(frame->canvas, (struct msim_point){at.x + SAMPLE + 8, at.y + 4},
                       series->name, &font, width);
        at.y += LEGEND_LINE;
    }
    if (!areas)
        draw_left_out(frame, &at, left_out);
}

double msim_chart_height(double width, size_t series, double least)
{
    double legend = (double)(series + 1) * LEGEND_LINE;
    if (width < NARROW)
        return TOP + TITLES + (TITLE_LINES - 1) * TITLE_STEP + MARK + PLOT_USUAL + FOOT + legend;
    return fmax(least, TOP + TITLES + legend + 24);
}

void msim_chart_draw(struct msim_canvas *canvas, struct msim_chart *chart, struct msim_point at,
                     struct msim_point size)
{
    struct frame frame = {.canvas = canvas, .chart = chart, .outer = at, .size = size};
    fit_axes(chart);
    lay_out(&frame);
    draw_titles(&frame);
    draw_x_axis(&frame);
    draw_y_axis(&frame);
    draw_axis_lines(&frame);
    draw_series(&frame);
    draw_spans(&frame);
    draw_mark(&frame);
    draw_legend(&frame);
}
