/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws the picture of plot.h.  The address space is mostly empty, so only touched pages have a
 * height, in the order of their addresses; consecutive pages of one object form a band with its
 * name.
 */
#include "plot.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/draw/axis.h"
#include "cmd/draw/chart.h"

enum { WIDTH = 1100, LEFT = 260, RIGHT = 30, TOP = 70, BOTTOM = 60, LEAST = 14, POINT = 3 };

#define PAGE_HEIGHT 1.2
#define GREY        0xdddddd

static const char *const labels[] = {"code", "read", "written", "kernel"};

static size_t colour_number(const struct msim_paged_page *page)
{
    if (page->kind == 'C')
        return 0;
    return page->access == 'w' ? 2 : page->access == 'k' ? 3 : 1;
}

/* The end of a band: pages of one object that are adjacent in the sorted order. */
static size_t band_end(const struct msim_paged *paged, const uint32_t *sorted, size_t from)
{
    size_t end = from + 1;
    while (end < paged->pages &&
           paged->page[sorted[end]].object == paged->page[sorted[from]].object)
        end++;
    return end;
}

static double band_height(size_t pages)
{
    double height = (double)pages * PAGE_HEIGHT;
    return height < LEAST ? LEAST : height;
}

struct msim_point msim_paged_picture_size(const struct msim_paged *paged)
{
    uint32_t *sorted = msim_paged_sorted(paged, false);
    struct msim_point size = {WIDTH, TOP + BOTTOM};
    for (size_t from = 0, end; from < paged->pages; from = end) {
        end = band_end(paged, sorted, from);
        size.y += band_height(end - from);
    }
    free(sorted);
    return size;
}

static double place_of(const struct msim_axis *axis, double value)
{
    return LEFT + msim_axis_place(axis, value) * (WIDTH - LEFT - RIGHT);
}

static void draw_band(const struct msim_paged *paged, struct msim_canvas *canvas,
                      const struct msim_axis *time, const uint32_t *sorted, size_t from, size_t end,
                      double bottom)
{
    const struct msim_stroke line = {GREY, 1, MSIM_SOLID};
    const struct msim_font font = {10, 0x333333, MSIM_END, false, false};
    const char *name = paged->object.name[paged->page[sorted[from]].object];
    const char *base = name[0] == '/' ? strrchr(name, '/') + 1 : name;
    double height = band_height(end - from), step = height / (double)(end - from);
    msim_draw_line(canvas, (struct msim_point){LEFT, bottom},
                   (struct msim_point){WIDTH - RIGHT, bottom}, &line);
    msim_draw_text(canvas, (struct msim_point){LEFT - 8, bottom - height / 2 + 4}, base, &font,
                   LEFT - 16);
    for (size_t i = from; i < end; i++) {
        const struct msim_paged_page *page = &paged->page[sorted[i]];
        double x = place_of(time, (double)page->time);
        double y = bottom - ((double)(i - from) + 0.5) * step;
        msim_draw_rectangle(canvas, (struct msim_point){x - POINT / 2.0, y - POINT / 2.0},
                            (struct msim_point){x + POINT / 2.0, y + POINT / 2.0},
                            msim_chart_colour(colour_number(page)));
    }
}

static void draw_time(struct msim_canvas *canvas, const struct msim_axis *time, double bottom)
{
    const struct msim_stroke grid = {GREY, 1, MSIM_SOLID};
    const struct msim_font font = {11, 0x333333, MSIM_MIDDLE, false, false};
    double tick[MSIM_MOST_TICKS];
    size_t ticks = msim_axis_ticks(time, tick);
    for (size_t i = 0; i < ticks; i++) {
        double x = place_of(time, tick[i]);
        msim_draw_line(canvas, (struct msim_point){x, TOP}, (struct msim_point){x, bottom}, &grid);
        msim_draw_text(canvas, (struct msim_point){x, bottom + 16},
                       msim_axis_text(time, tick[i]).text, &font, 0);
    }
    msim_draw_text(canvas, (struct msim_point){(LEFT + WIDTH - RIGHT) / 2.0, bottom + 40},
                   time->label, &font, 0);
}

static void draw_head(const struct msim_paged *paged, struct msim_canvas *canvas)
{
    const struct msim_font title = {15, 0, MSIM_START, true, false};
    const struct msim_font small = {11, 0x333333, MSIM_START, false, false};
    msim_draw_text(canvas, (struct msim_point){20, 26}, "Pages as they are first touched", &title,
                   0);
    msim_draw_text(canvas, (struct msim_point){20, 44}, paged->command, &small, WIDTH / 2.0);
    for (size_t i = 0; i < 4; i++) {
        double x = WIDTH - 360 + 85 * (double)i;
        msim_draw_rectangle(canvas, (struct msim_point){x, 18}, (struct msim_point){x + 9, 27},
                            msim_chart_colour(i));
        msim_draw_text(canvas, (struct msim_point){x + 14, 27},
                       i == 1 && !paged->detailed ? "data" : labels[i], &small, 0);
        if (i == 1 && !paged->detailed)
            break;
    }
}

void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas)
{
    uint32_t *sorted = msim_paged_sorted(paged, false);
    double bottom = canvas->size.y - BOTTOM, most = 1;
    struct msim_axis time = {.label = paged->microseconds ? "microseconds since the first touch"
                                                          : "instructions since the first touch",
                             .scale = MSIM_LINEAR,
                             .unit = MSIM_COUNT};
    for (size_t i = 0; i < paged->pages; i++)
        most = (double)paged->page[i].time > most ? (double)paged->page[i].time : most;
    msim_axis_fit(&time, 0, most);
    draw_head(paged, canvas);
    draw_time(canvas, &time, bottom);
    for (size_t from = 0, end; from < paged->pages; from = end) {
        end = band_end(paged, sorted, from);
        draw_band(paged, canvas, &time, sorted, from, end, bottom);
        bottom -= band_height(end - from);
    }
    free(sorted);
}
