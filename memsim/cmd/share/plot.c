/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pictures of lines that cores take from each other: a strip of bytes for each, with a row for each
 * thread.  Bytes that a thread writes are full of its colour, bytes that it only reads are light.
 *
 *     1. counters (a.c:12) long[8], line 0                              20,000 misses
 *     thread 1   [wwww][    ][    ][    ][rrrr][    ][    ][    ]        false sharing
 *     thread 2   [    ][wwww][    ][    ][    ][    ][    ][    ]
 *                0         16         32         48
 *                            byte of the line
 *
 * In a narrow picture, titles have lines of their own.  What does not fit a height that was asked
 * for is left out, and that is said.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/draw/flame.h"
#include "cmd/draw/sheet.h"
#include "present.h"

enum { WIDTH = 1100, LEFT = 110, RIGHT = 230, NARROW_LEFT = 76, NARROW_RIGHT = 100 };
enum { TITLE = 26, ROW = 22, AXIS = 36, GAP = 26, BOTTOM = 20, EDGE = 16, HEAD = 26 };
enum { MOST_LINES = 12, MOST_THREADS = 16, TICKS = 8, COLOURS = 8 };

static const uint32_t ink = 0x222222, grey = 0x666666, grid = 0xcccccc, paper = 0xffffff;

/* Distinguishable with all usual forms of colour blindness. */
static const uint32_t palette[COLOURS] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
                                          0xe69f00, 0x56b4e9, 0x8c564b, 0x444444};

struct sheet {
    const struct msim_share_view *view;
    struct msim_canvas *canvas;
    uint64_t bytes; /* of the line that is drawn */
    double width, left, right, y;
};

static bool is_narrow(const struct sheet *sheet)
{
    return msim_sheet_is_narrow(sheet->width);
}

static struct sheet sheet_of(const struct msim_share_view *view, double width)
{
    struct sheet sheet = {.view = view, .width = width};
    sheet.left = is_narrow(&sheet) ? NARROW_LEFT : LEFT;
    sheet.right = width - (is_narrow(&sheet) ? NARROW_RIGHT : RIGHT);
    return sheet;
}

static size_t lines_of(const struct msim_share_view *view)
{
    return view->shown < MOST_LINES ? view->shown : MOST_LINES;
}

static size_t threads_of(const struct msim_contended_line *line)
{
    return line->threads < MOST_THREADS ? line->threads : MOST_THREADS;
}

/* --- Strips ------------------------------------------------------------------------------- */

static void put_text(const struct sheet *sheet, double x, double y, const char *text,
                     enum msim_anchor anchor, uint32_t colour, double width)
{
    const struct msim_font font = {.size = 11, .colour = colour, .anchor = anchor};
    msim_draw_text(sheet->canvas, (struct msim_point){x, y}, text, &font, width);
}

/* A thread has its colour in all lines. */
static uint32_t colour_of(uint32_t thread)
{
    return palette[(thread ? thread - 1 : 0) % COLOURS];
}

static uint32_t light(uint32_t colour)
{
    return msim_flame_between(paper, colour, 0.35);
}

static double x_of(const struct sheet *sheet, uint64_t offset)
{
    return sheet->left + (sheet->right - sheet->left) * (double)offset / (double)sheet->bytes;
}

static void fill(const struct sheet *sheet, uint64_t from, uint64_t to, uint32_t colour)
{
    msim_draw_rectangle(sheet->canvas, (struct msim_point){x_of(sheet, from), sheet->y + 1},
                        (struct msim_point){x_of(sheet, to), sheet->y + ROW - 3}, colour);
}

static void frame(const struct sheet *sheet, uint64_t from, uint64_t to, uint32_t colour)
{
    const struct msim_stroke edge = {colour, 1, MSIM_SOLID};
    double left = x_of(sheet, from), right = x_of(sheet, to);
    double top = sheet->y + 1, bottom = sheet->y + ROW - 3;
    const struct msim_point outline[] = {
        {left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}};
    msim_draw_polyline(sheet->canvas, outline, 5, &edge);
}

/* What is read first, then what is written. */
static void draw_thread(struct sheet *sheet, const struct msim_contended_line *line,
                        uint32_t thread)
{
    char text[64];
    const struct msim_contended_use *use = &sheet->view->contended->use[line->use];
    uint64_t misses = 0;
    for (int writes = 0; writes < 2; writes++)
        for (size_t i = 0; i < line->uses; i++)
            if (use[i].thread == thread && !use[i].count[MSIM_SHARED_WRITES] == !writes)
                fill(sheet, use[i].offset, (uint64_t)use[i].offset + use[i].size,
                     writes ? colour_of(thread) : light(colour_of(thread)));
    for (size_t i = 0; i < line->uses; i++)
        if (use[i].thread == thread) {
            frame(sheet, use[i].offset, (uint64_t)use[i].offset + use[i].size, paper);
            misses += msim_shared_misses(use[i].count);
        }
    frame(sheet, 0, sheet->bytes, grid);
    snprintf(text, sizeof text, "thread %" PRIu32, thread);
    put_text(sheet, sheet->left - 8, sheet->y + 14, text, MSIM_END, colour_of(thread), 0);
    snprintf(text, sizeof text, "%s %s", msim_human_short((double)misses, false).text,
             misses == 1 ? "miss" : "misses");
    put_text(sheet, sheet->right + 10, sheet->y + 14, text, MSIM_START, grey, 0);
    sheet->y += ROW;
}

static void draw_axis(struct sheet *sheet)
{
    char text[32];
    uint64_t step = sheet->bytes > TICKS ? sheet->bytes / TICKS : 1;
    for (uint64_t offset = 0; offset <= sheet->bytes; offset += step) {
        snprintf(text, sizeof text, "%" PRIu64, offset);
        put_text(sheet, x_of(sheet, offset), sheet->y + 11, text, MSIM_MIDDLE, grey, 0);
    }
    put_text(sheet, (sheet->left + sheet->right) / 2, sheet->y + 27, "byte of the line",
             MSIM_MIDDLE, grey, 0);
    sheet->y += AXIS;
}

static const struct msim_font bold = {.size = 13, .colour = 0x222222, .bold = true};

/* The title, and what the line is: beside it, or below it. */
static char *title_of(const struct sheet *sheet, size_t number)
{
    const struct msim_contended_line *line = &sheet->view->contended->line[number];
    char *title = msim_share_title(sheet->view->contended, line);
    char *text =
        msim_printed("%zu. %s%s", number + 1, title, line->unit->predicted ? " (predicted)" : "");
    free(title);
    return text;
}

static double title_width(const struct sheet *sheet)
{
    return is_narrow(sheet) ? sheet->width - 2 * EDGE : sheet->right - sheet->left;
}

static double title_height(const struct sheet *sheet, size_t number)
{
    char *title = title_of(sheet, number);
    double one = msim_wrapped_height(" ", bold.size, 1, 1);
    double height =
        msim_draw_heading(NULL, (struct msim_point){0, 0}, title, &bold, title_width(sheet));
    free(title);
    return TITLE + height - one + (is_narrow(sheet) ? one : 0);
}

static double height_of(const struct sheet *sheet, size_t number)
{
    const struct msim_contended_line *line = &sheet->view->contended->line[number];
    size_t rows = threads_of(line) + (line->threads > MOST_THREADS);
    return title_height(sheet, number) + (double)rows * ROW + AXIS + GAP;
}

static void draw_title(struct sheet *sheet, size_t number)
{
    static const char *const verdicts[] = {"false sharing", "true sharing", "false and true"};
    const struct msim_contended_line *line = &sheet->view->contended->line[number];
    char *title = title_of(sheet, number);
    char *verdict = msim_printed("%s: %s %s", verdicts[line->verdict],
                                 msim_human_short((double)line->misses, false).text,
                                 line->misses == 1 ? "miss" : "misses");
    double left = is_narrow(sheet) ? EDGE : sheet->left, height = title_height(sheet, number);
    msim_draw_heading(sheet->canvas, (struct msim_point){left, sheet->y + 16}, title, &bold,
                      title_width(sheet));
    put_text(sheet, is_narrow(sheet) ? EDGE : sheet->right + 10,
             is_narrow(sheet) ? sheet->y + height - 10 : sheet->y + 16, verdict, MSIM_START, ink,
             0);
    sheet->y += height;
    MSIM_FREE(title, verdict);
}

static void draw_line(struct sheet *sheet, size_t number)
{
    char text[64];
    const struct msim_contended_line *line = &sheet->view->contended->line[number];
    sheet->bytes = line->unit->bytes;
    draw_title(sheet, number);
    for (size_t i = 0; i < threads_of(line); i++)
        draw_thread(sheet, line, line->thread[i]);
    if (line->threads > MOST_THREADS) {
        snprintf(text, sizeof text, "and %zu more threads", line->threads - MOST_THREADS);
        put_text(sheet, sheet->left, sheet->y + 14, text, MSIM_START, grey, 0);
        sheet->y += ROW;
    }
    draw_axis(sheet);
    sheet->y += GAP;
}

static void put_legend(struct sheet *sheet)
{
    const struct {
        const char *text;
        uint32_t colour;
    } key[] = {{"bytes that the thread writes", palette[0]}, {"only reads", light(palette[0])}};
    double x = EDGE;
    for (size_t i = 0; i < sizeof key / sizeof *key; i++) {
        msim_draw_rectangle(sheet->canvas, (struct msim_point){x, sheet->y - 10},
                            (struct msim_point){x + 14, sheet->y + 2}, key[i].colour);
        put_text(sheet, x + 20, sheet->y, key[i].text, MSIM_START, grey, 0);
        x += 40 + msim_text_width(key[i].text, 11);
    }
}

static const struct msim_font heading = {.size = 15, .colour = 0x222222, .bold = true};

/* The command; returns its height.  Without a canvas, draws nothing. */
static double draw_command(const struct sheet *sheet)
{
    const char *command = sheet->view->contended->shared->data.command;
    return msim_draw_heading(sheet->canvas, (struct msim_point){EDGE, HEAD}, command ? command : "",
                             &heading, sheet->width - 2 * EDGE);
}

static void draw_head(struct sheet *sheet)
{
    sheet->y = 30 + draw_command(sheet);
    put_legend(sheet);
    sheet->y += TITLE;
}

struct msim_point msim_share_picture_size(const struct msim_share_view *view, double width)
{
    struct sheet sheet = sheet_of(view, width > 0 ? width : WIDTH);
    double height = 30 + draw_command(&sheet) + TITLE + BOTTOM;
    for (size_t i = 0; i < lines_of(view); i++)
        height += height_of(&sheet, i);
    return (struct msim_point){sheet.width, view->shown ? height : height + TITLE};
}

void msim_share_picture(const struct msim_share_view *view, struct msim_canvas *canvas)
{
    struct sheet sheet = sheet_of(view, canvas->size.x);
    size_t i = 0;
    sheet.canvas = canvas;
    draw_head(&sheet);
    for (; i < lines_of(view) && sheet.y + height_of(&sheet, i) <= canvas->size.y; i++)
        draw_line(&sheet, i);
    msim_draw_left_out(canvas, (struct msim_point){EDGE, canvas->size.y - 8}, lines_of(view) - i,
                       grey);
    if (!view->shown)
        put_text(&sheet, EDGE, sheet.y + 16, "no line reaches the threshold", MSIM_START, grey, 0);
}
