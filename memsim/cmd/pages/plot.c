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
#include <string.h>

#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/draw/axis.h"
#include "cmd/draw/chart.h"

enum { WIDTH = 1100, LEFT = 230, RIGHT = 40, TOP = 104, BOTTOM = 60 };
enum {
    ROW = 3,
    COLUMN = 4,
    COLUMNS = (WIDTH - LEFT - RIGHT) / COLUMN,
    COLOURS = 4,
    NAME_MOST = 33
};

static const uint32_t ink = 0x222222, grey = 0x666666, grid = 0xe4e4e4;

struct sheet {
    const struct msim_paged *paged;
    struct msim_canvas *canvas;
    struct msim_bands bands;
    struct msim_axis time;
    double scale;  /* of the time */
    double bottom; /* of what is still to be drawn */
};

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

struct msim_point msim_paged_picture_size(const struct msim_paged *paged)
{
    struct msim_bands bands;
    msim_bands_make(&bands, paged);
    struct msim_point size = {WIDTH, TOP + BOTTOM + bands.height};
    msim_bands_free(&bands);
    return size;
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

static void draw_row(const struct sheet *sheet, double y, uint32_t count[COLUMNS][COLOURS])
{
    for (size_t from = 0, end; from < COLUMNS; from = end) {
        size_t colour = most_of(count[from]);
        end = from + 1;
        while (end < COLUMNS && most_of(count[end]) == colour)
            end++;
        if (colour < COLOURS)
            msim_draw_rectangle(sheet->canvas,
                                (struct msim_point){LEFT + (double)(from * COLUMN), y - ROW / 2.0},
                                (struct msim_point){LEFT + (double)(end * COLUMN), y + ROW / 2.0},
                                msim_chart_colour(colour));
    }
}

static void draw_pages(const struct sheet *sheet, const struct msim_band *band)
{
    size_t rows = rows_of(band), pages = pages_of(band), i = 0;
    double step = band->height / (double)rows;
    for (size_t row = 0; row < rows; row++) {
        uint32_t count[COLUMNS][COLOURS] = {{0}};
        for (; i < pages && i * rows / pages == row; i++) {
            const struct msim_paged_page *page =
                &sheet->paged->page[sheet->bands.sorted[band->from + i]];
            double place = msim_axis_place(&sheet->time, (double)page->time * sheet->scale);
            size_t column = (size_t)(place * COLUMNS);
            count[column < COLUMNS ? column : COLUMNS - 1][colour_number(page)]++;
        }
        draw_row(sheet, sheet->bottom - ((double)row + 0.5) * step, count);
    }
}

static void draw_band(const struct sheet *sheet, const struct msim_band *band)
{
    const struct msim_stroke line = {grid, 1, MSIM_SOLID};
    const struct msim_font font = {.size = 11, .colour = ink, .anchor = MSIM_END};
    char name[256];
    msim_band_name(sheet->paged, band, name, sizeof name, NAME_MOST);
    msim_draw_line(sheet->canvas, (struct msim_point){LEFT, sheet->bottom},
                   (struct msim_point){WIDTH - RIGHT, sheet->bottom}, &line);
    msim_draw_text(sheet->canvas,
                   (struct msim_point){LEFT - 8, sheet->bottom - band->height / 2 + 4}, name, &font,
                   0);
    draw_pages(sheet, band);
}

/* --- What is around them ------------------------------------------------------------------ */

static void draw_time(const struct sheet *sheet)
{
    const struct msim_stroke light = {grid, 1, MSIM_SOLID};
    const struct msim_font font = {.size = 11, .colour = ink, .anchor = MSIM_MIDDLE};
    double tick[MSIM_MOST_TICKS], middle = (LEFT + WIDTH - RIGHT) / 2.0;
    size_t ticks = msim_axis_ticks(&sheet->time, tick);
    for (size_t i = 0; i < ticks; i++) {
        double x = LEFT + msim_axis_place(&sheet->time, tick[i]) * (WIDTH - LEFT - RIGHT);
        struct msim_human text = msim_axis_text(&sheet->time, tick[i]);
        msim_draw_line(sheet->canvas, (struct msim_point){x, TOP},
                       (struct msim_point){x, sheet->bottom}, &light);
        msim_draw_text(sheet->canvas, (struct msim_point){x, TOP - 7}, text.text, &font, 0);
        msim_draw_text(sheet->canvas, (struct msim_point){x, sheet->bottom + 17}, text.text, &font,
                       0);
    }
    msim_draw_text(sheet->canvas, (struct msim_point){middle, TOP - 25}, sheet->time.label, &font,
                   0);
    msim_draw_text(sheet->canvas, (struct msim_point){middle, sheet->bottom + 38},
                   sheet->time.label, &font, 0);
}

/* "411 pages of 4 KiB by address; a row is up to 3 pages" */
static void describe(const struct sheet *sheet, char *to, size_t room)
{
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

static void draw_head(const struct sheet *sheet)
{
    static const char *const kinds[COLOURS] = {"code", "read", "written", "kernel"};
    const struct msim_font title = {.size = 17, .colour = ink, .bold = true};
    const struct msim_font small = {.size = 12, .colour = grey};
    const struct msim_font key = {.size = 12, .colour = ink};
    const char *only = sheet->paged->regions.only;
    char text[128], name[200], clean[100];
    msim_utf8_clean(clean, sizeof clean, only ? only : "", NAME_MOST);
    describe(sheet, text, sizeof text);
    snprintf(name, sizeof name, "Pages as they are first touched%s%s",
             only ? *only ? " in region " : " in no region" : "", clean);
    msim_draw_text(sheet->canvas, (struct msim_point){20, 30}, name, &title, WIDTH / 2.0);
    msim_draw_text(sheet->canvas, (struct msim_point){20, 50}, sheet->paged->command, &small,
                   WIDTH - 40);
    msim_draw_text(sheet->canvas, (struct msim_point){20, 68}, text, &small, WIDTH / 2.0);
    size_t shown = sheet->paged->detailed ? COLOURS : 2;
    for (size_t i = 0; i < shown; i++) {
        double x = WIDTH - RIGHT - 80 * (double)(shown - i) + 10;
        msim_draw_rectangle(sheet->canvas, (struct msim_point){x, 20},
                            (struct msim_point){x + 10, 30}, msim_chart_colour(i));
        msim_draw_text(sheet->canvas, (struct msim_point){x + 15, 30},
                       i == 1 && !sheet->paged->detailed ? "data" : kinds[i], &key, 0);
    }
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

void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas)
{
    struct sheet sheet = {.paged = paged, .canvas = canvas, .bottom = canvas->size.y - BOTTOM};
    choose_time(&sheet);
    msim_bands_make(&sheet.bands, paged);
    draw_head(&sheet);
    draw_time(&sheet);
    for (size_t i = 0; i < sheet.bands.bands; i++) {
        draw_band(&sheet, &sheet.bands.band[i]);
        sheet.bottom -= sheet.bands.band[i].height;
    }
    msim_bands_free(&sheet.bands);
}
