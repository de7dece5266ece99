/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws the picture of plot.h.  The address space is mostly empty, so only touched pages have a
 * height (present.h).
 *
 * A band is a grid of small cells: rows of one or more pages, columns of equal times.  A cell in
 * which a page was touched has the colour of most of its touches, and neighbours of one colour are
 * one rectangle, so neither the picture nor its file grows with the list beyond a limit.
 */
#include "present.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/draw/axis.h"
#include "cmd/draw/chart.h"
#include "cmd/draw/sheet.h"

enum { WIDTH = 1100, RIGHT = 40, NARROW_RIGHT = 16, BOTTOM = 60, EDGE = 20 };
/* LEFT: what names of bands have, of NAME_MOST letters. */
enum { LEFT = 230, NARROW_LEFT = 132, NAME_MOST = 33, NARROW_NAME_MOST = 19 };
enum { ROW = 3, COLUMN = 4, COLOURS = 4, TIMES = 36, LEGEND = 80 };
enum { TITLE_LINES = 3 };

static const uint32_t ink = 0x222222, grid = 0xe4e4e4;

struct sheet {
    const struct msim_paged *paged;
    struct msim_canvas *canvas;
    struct msim_bands bands;
    struct msim_axis time;
    double scale;            /* of the time */
    double left, top, right; /* of the bands */
    double bottom;           /* of what is still to be drawn */
    size_t columns;
    char title[200], about[128];
};

/* Bands that do not fit are made for less room, so that more of them are joined. */
#define LESS 0.8

static size_t colour_number(const struct msim_paged_page *page)
{
    if (page->kind == 'C')
        return 0;
    return page->access == 'w' ? 2 : page->access == 'k' ? 3 : 1;
}

static size_t pages_of(const struct msim_band *band)
{
    return band->end - band->from;
}

static size_t rows_of(const struct msim_band *band)
{
    size_t rows = (size_t)(band->height / ROW), pages = pages_of(band);
    return pages < rows ? pages : rows;
}

/* --- Bands -------------------------------------------------------------------------------- */

/* The colour of a cell: what most of its touches have; COLOURS: none. */
static size_t most_of(const uint32_t *count)
{
    size_t most = 0;
    for (size_t i = 1; i < COLOURS; i++)
        most = count[i] > count[most] ? i : most;
    return count[most] ? most : COLOURS;
}

static double x_of(const struct sheet *sheet, size_t column)
{
    return sheet->left + (sheet->right - sheet->left) * (double)column / (double)sheet->columns;
}

static void draw_row(const struct sheet *sheet, double y, uint32_t (*count)[COLOURS])
{
    for (size_t from = 0, end; from < sheet->columns; from = end) {
        size_t colour = most_of(count[from]);
        end = from + 1;
        while (end < sheet->columns && most_of(count[end]) == colour)
            end++;
        if (colour < COLOURS)
            msim_draw_rectangle(
                sheet->canvas, (struct msim_point){x_of(sheet, from), y - ROW / 2.0},
                (struct msim_point){x_of(sheet, end), y + ROW / 2.0}, msim_chart_colour(colour));
    }
}

static void draw_pages(const struct sheet *sheet, const struct msim_band *band)
{
    size_t rows = rows_of(band), pages = pages_of(band), i = 0;
    double step = band->height / (double)rows;
    uint32_t(*count)[COLOURS] = msim_zeroed(sheet->columns, sizeof *count);
    for (size_t row = 0; row < rows; row++) {
        memset(count, 0, sheet->columns * sizeof *count);
        for (; i < pages && i * rows / pages == row; i++) {
            const struct msim_paged_page *page =
                &sheet->paged->page[sheet->bands.sorted[band->from + i]];
            double place = msim_axis_place(&sheet->time, (double)page->time * sheet->scale);
            size_t column = (size_t)(place * (double)sheet->columns);
            count[column < sheet->columns ? column : sheet->columns - 1][colour_number(page)]++;
        }
        draw_row(sheet, sheet->bottom - ((double)row + 0.5) * step, count);
    }
    free(count);
}

static void draw_band(const struct sheet *sheet, const struct msim_band *band)
{
    const struct msim_stroke line = {grid, 1, MSIM_SOLID};
    const struct msim_font font = {.size = 11, .colour = ink, .anchor = MSIM_END};
    char name[256];
    msim_band_name(sheet->paged, band, name, sizeof name,
                   msim_sheet_is_narrow(sheet->canvas->size.x) ? NARROW_NAME_MOST : NAME_MOST);
    msim_draw_line(sheet->canvas, (struct msim_point){sheet->left, sheet->bottom},
                   (struct msim_point){sheet->right, sheet->bottom}, &line);
    msim_draw_text(sheet->canvas,
                   (struct msim_point){sheet->left - 8, sheet->bottom - band->height / 2 + 4}, name,
                   &font, 0);
    draw_pages(sheet, band);
}

/* --- What is around them ------------------------------------------------------------------ */

/* The axis above the bands and below them; numbers that would touch are left out. */
static void draw_time(const struct sheet *sheet)
{
    const struct msim_stroke light = {grid, 1, MSIM_SOLID};
    const struct msim_font font = {.size = 11, .colour = ink, .anchor = MSIM_MIDDLE};
    double tick[MSIM_MOST_TICKS], middle = (sheet->left + sheet->right) / 2, end = 0;
    size_t ticks = msim_axis_ticks(&sheet->time, tick);
    for (size_t i = 0; i < ticks; i++) {
        double part = msim_axis_place(&sheet->time, tick[i]);
        double x = sheet->left + part * (sheet->right - sheet->left);
        struct msim_human text = msim_axis_text(&sheet->time, tick[i]);
        double half = msim_text_width(text.text, font.size) / 2;
        msim_draw_line(sheet->canvas, (struct msim_point){x, sheet->top},
                       (struct msim_point){x, sheet->bottom}, &light);
        if (x - half < end || x + half > sheet->canvas->size.x)
            continue;
        end = x + half + 6;
        msim_draw_text(sheet->canvas, (struct msim_point){x, sheet->top - 7}, text.text, &font, 0);
        msim_draw_text(sheet->canvas, (struct msim_point){x, sheet->bottom + 17}, text.text, &font,
                       0);
    }
    msim_draw_text(sheet->canvas, (struct msim_point){middle, sheet->top - 25}, sheet->time.label,
                   &font, 0);
    msim_draw_text(sheet->canvas, (struct msim_point){middle, sheet->bottom + 38},
                   sheet->time.label, &font, 0);
}

/* "411 pages of 4 KiB by address; a row is up to 3 pages" */
static void describe(struct sheet *sheet)
{
    const char *only = sheet->paged->regions.only;
    char *to = sheet->about, clean[100];
    size_t room = sizeof sheet->about;
    msim_utf8_clean(clean, sizeof clean, only ? only : "", NAME_MOST);
    snprintf(sheet->title, sizeof sheet->title, "Pages as they are first touched%s%s",
             only ? *only ? " in region " : " in no region" : "", clean);
    size_t most = 1;
    for (size_t i = 0; i < sheet->bands.bands; i++) {
        const struct msim_band *band = &sheet->bands.band[i];
        size_t pages = (pages_of(band) - 1) / rows_of(band) + 1;
        most = pages > most ? pages : most;
    }
    int used =
        snprintf(to, room, "%s pages of %s, by address", msim_human_count(sheet->paged->pages).text,
                 msim_human_short((double)sheet->paged->page_size, true).text);
    if (most > 1)
        snprintf(to + used, room - (size_t)used, "; a row is up to %zu pages", most);
}

static const struct msim_font title = {.size = 17, .colour = 0x222222, .bold = true};
static const struct msim_font narrow_title = {.size = 14, .colour = 0x222222, .bold = true};
static const struct msim_font small = {.size = 12, .colour = 0x666666};

static void draw_legend(const struct sheet *sheet, double x, double y)
{
    static const char *const kinds[COLOURS] = {"code", "read", "written", "kernel"};
    const struct msim_font key = {.size = 12, .colour = ink};
    size_t shown = sheet->paged->detailed ? COLOURS : 2;
    for (size_t i = 0; i < shown; i++, x += LEGEND) {
        msim_draw_rectangle(sheet->canvas, (struct msim_point){x, y - 10},
                            (struct msim_point){x + 10, y}, msim_chart_colour(i));
        msim_draw_text(sheet->canvas, (struct msim_point){x + 15, y},
                       i == 1 && !sheet->paged->detailed ? "data" : kinds[i], &key, 0);
    }
}

/* Titles and the legend, which is beside the titles where there is room; returns their height.  On
 * no canvas, only that. */
static double draw_head(const struct sheet *sheet, double width)
{
    const char *command = sheet->paged->command;
    const struct msim_font *font = msim_sheet_is_narrow(width) ? &narrow_title : &title;
    double legend = LEGEND * (sheet->paged->detailed ? COLOURS : 2), y = 30;
    double room = width - 2 * EDGE - (msim_sheet_is_narrow(width) ? 0 : legend),
           whole = width - 2 * EDGE;
    double first = msim_wrapped_height(sheet->title, font->size, room, TITLE_LINES);
    double second = msim_wrapped_height(command, small.size, whole, TITLE_LINES);
    double third = msim_wrapped_height(sheet->about, small.size, whole, TITLE_LINES);
    if (sheet->canvas) {
        msim_draw_wrapped(sheet->canvas, (struct msim_point){EDGE, y}, sheet->title, font, room,
                          TITLE_LINES);
        msim_draw_wrapped(sheet->canvas, (struct msim_point){EDGE, y + first}, command, &small,
                          whole, TITLE_LINES);
        msim_draw_wrapped(sheet->canvas, (struct msim_point){EDGE, y + first + second},
                          sheet->about, &small, whole, TITLE_LINES);
        draw_legend(sheet, msim_sheet_is_narrow(width) ? EDGE : width - EDGE - legend,
                    msim_sheet_is_narrow(width) ? y + first + second + third + 4 : y);
    }
    return y + first + second + third + (msim_sheet_is_narrow(width) ? 16 : 0);
}

/* Microseconds become milliseconds or seconds if there are many. */
static void choose_time(struct sheet *sheet)
{
    static const char *const labels[] = {"microseconds since the first touch",
                                         "milliseconds since the first touch",
                                         "seconds since the first touch"};
    enum { MANY = 10000 };
    double most = 1;
    size_t unit = 0;
    for (size_t i = 0; i < sheet->paged->pages; i++) {
        double time = (double)sheet->paged->page[i].time;
        most = time > most ? time : most;
    }
    sheet->scale = 1;
    sheet->time = (struct msim_axis){.label = "instructions since the first touch", .tight = true};
    if (sheet->paged->microseconds) {
        for (; unit < 2 && most * sheet->scale > MANY; unit++)
            sheet->scale /= 1000;
        sheet->time.label = labels[unit];
    }
    msim_axis_fit(&sheet->time, 0, most * sheet->scale);
}

struct msim_point msim_paged_picture_size(const struct msim_paged *paged, double width)
{
    struct sheet sheet = {.paged = paged};
    width = width > 0 ? width : WIDTH;
    msim_bands_make(&sheet.bands, paged, 0);
    describe(&sheet);
    double height = draw_head(&sheet, width) + TIMES + BOTTOM + sheet.bands.height;
    msim_bands_free(&sheet.bands);
    return (struct msim_point){width, height};
}

void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas)
{
    double width = canvas->size.x;
    struct sheet sheet = {.paged = paged, .bottom = canvas->size.y - BOTTOM};
    choose_time(&sheet);
    msim_bands_make(&sheet.bands, paged, 0);
    describe(&sheet);
    sheet.left = msim_sheet_is_narrow(width) ? NARROW_LEFT : LEFT;
    sheet.right = width - (msim_sheet_is_narrow(width) ? NARROW_RIGHT : RIGHT);
    sheet.columns = (size_t)((sheet.right - sheet.left) / COLUMN);
    sheet.top = draw_head(&sheet, width) + TIMES;
    sheet.canvas = canvas;
    draw_head(&sheet, width);
    for (double room = sheet.bottom - sheet.top, fit = room;
         sheet.bands.height > fit + 1 && room > 1; room *= LESS) {
        msim_bands_free(&sheet.bands);
        msim_bands_make(&sheet.bands, paged, room);
    }
    draw_time(&sheet);
    for (size_t i = 0; i < sheet.bands.bands; i++) {
        draw_band(&sheet, &sheet.bands.band[i]);
        sheet.bottom -= sheet.bands.band[i].height;
    }
    msim_bands_free(&sheet.bands);
}
