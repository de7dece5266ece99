/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The picture of a run: above one axis of instructions, from the top,
 *
 *     marks      a dotted line each, through all that follows
 *     phases     one band; phases with the same function have the same colour
 *     regions    one band for each depth of nesting
 *     panels     each column that is shown, the heap, page-ins
 *
 * Boxes have their names where there is room for them, and the other names are below the axis, with
 * their colours.
 *
 * Each row has a step of its own, or each pixel the rows that are in it, added up, so the picture
 * does not grow with the file.  Neighbours of the same value are one line.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/index.h"
#include "cmd/draw/axis.h"
#include "cmd/draw/chart.h"
#include "cmd/draw/flame.h"
#include "cmd/draw/sheet.h"
#include "phases.h"
#include "present.h"

enum { WIDTH = 1100, LEFT = 130, RIGHT = 30, NARROW_LEFT = 88, NARROW_RIGHT = 14 };
enum { EDGE = 20, TEXT = 11, NAME_X = 20 };
enum {
    MARK = 15,
    MARK_ROWS = 3,
    BAND = 22,
    GAP = 12,
    PANEL = 84,
    PANEL_LEAST = 78,
    NOTE = 14,
    BOTTOM = 52
};
enum { DEPTHS = 6, MARKS_NAMED = 40, NAME_ROOM = 1024, TICK_SPACE = 17, BOX_LEAST = 12 };

static const uint32_t ink = 0x222222, grey = 0x666666, grid = 0xe4e4e4, frame = 0x999999,
                      paper = 0xffffff;

struct sheet {
    const struct msim_time_view *view;
    struct msim_canvas *canvas;
    struct msim_axis x;
    double scale; /* pixels for each instruction */
    double width, left, right;
    double y;                     /* the top of what is still to be drawn */
    double panel;                 /* the height of a panel */
    size_t panels;                /* that there is room for */
    size_t steps;                 /* rows, or pixels */
    struct msim_colour_keys keys; /* of names that boxes have no room for */
};

/* --- Size --------------------------------------------------------------------------------- */

static size_t depth_of(const char *part)
{
    size_t depth = 1;
    while ((part = strchr(part, '\t')) != NULL) {
        depth++;
        part++;
    }
    return depth;
}

static size_t depths_of(const struct msim_timed *timed)
{
    size_t most = 0;
    for (size_t i = 0; i < timed->parts; i++) {
        size_t depth = depth_of(timed->part_name.name[i]);
        most = depth > most ? depth : most;
    }
    return most < DEPTHS ? most : DEPTHS;
}

static size_t panels_of(const struct msim_time_view *view)
{
    return view->show->columns + (view->beside->heaps != 0) + (view->beside->pages != 0);
}

static double marks_height(const struct msim_timed *timed)
{
    return timed->marks && timed->marks <= MARKS_NAMED ? MARK * MARK_ROWS : 0;
}

/* --- Bands -------------------------------------------------------------------------------- */

static double x_of(const struct sheet *sheet, uint64_t at)
{
    uint64_t first = msim_time_first(sheet->view->timed);
    double x = sheet->left + (double)(at > first ? at - first : 0) * sheet->scale;
    return x < sheet->right ? x : sheet->right;
}

static struct msim_time_piece piece_of(const struct sheet *sheet, size_t step)
{
    const struct msim_timed *timed = sheet->view->timed;
    if (sheet->steps < timed->rows)
        return msim_time_piece(timed, step, sheet->steps);
    return (struct msim_time_piece){timed->row[step].from, timed->row[step].to, step, step + 1};
}

/* Where a step begins; that after the last one is the end. */
static double step_x(const struct sheet *sheet, size_t step)
{
    return step < sheet->steps ? x_of(sheet, piece_of(sheet, step).from) : sheet->right;
}

/* Where there is no canvas yet, nothing is drawn. */
static void put_text(const struct sheet *sheet, double x, double y, const char *text,
                     enum msim_anchor anchor, double width)
{
    const struct msim_font font = {.size = TEXT, .colour = ink, .anchor = anchor};
    if (sheet->canvas)
        msim_draw_text(sheet->canvas, (struct msim_point){x, y}, text, &font, width);
}

/* A box of a band, with its name if there is room for it. */
static void put_box(struct sheet *sheet, double from, double to, const char *name, uint32_t colour)
{
    double edge = to - from > 3 ? 1 : 0;
    bool fits = msim_text_width(name, TEXT) <= to - from - 4;
    if (sheet->canvas)
        msim_draw_rectangle(sheet->canvas, (struct msim_point){from, sheet->y},
                            (struct msim_point){to - edge, sheet->y + BAND}, colour);
    if (fits)
        put_text(sheet, from + 3, sheet->y + BAND - 7, name, MSIM_START, 0);
    else if (to - from >= BOX_LEAST)
        msim_colour_keys_add(&sheet->keys, name, colour, sheet->width - 2 * EDGE);
}

static uint32_t light(size_t number)
{
    return msim_flame_between(msim_chart_colour(number % 6), paper, 0.6);
}

static void put_phase(struct sheet *sheet, const struct msim_phase *phase, size_t colour)
{
    const struct msim_timed *timed = sheet->view->timed;
    double from = x_of(sheet, timed->row[phase->row].from);
    double to = x_of(sheet, timed->row[phase->end - 1].to);
    bool is_known = phase->function != MSIM_NOTHING;
    put_box(sheet, from, to, is_known ? timed->function[phase->function].name : "", light(colour));
}

static void draw_phases(struct sheet *sheet)
{
    const struct msim_phases *phases = sheet->view->phases;
    uint32_t *function = msim_zeroed(phases->phases, sizeof *function);
    size_t used = 0;
    put_text(sheet, sheet->left - 8, sheet->y + BAND - 7, "phases", MSIM_END, 0);
    for (size_t i = 0, k; i < phases->phases; i++) {
        for (k = 0; k < used && function[k] != phases->phase[i].function; k++)
            continue;
        if (k == used)
            function[used++] = phases->phase[i].function;
        put_phase(sheet, &phases->phase[i], k);
    }
    sheet->y += BAND + 2;
    free(function);
}

/* The name of the region at this depth of a part, into `to`; false: the part is not as deep. */
static bool region_at(const char *part, size_t depth, char *to, size_t room)
{
    for (; depth && part; depth--) {
        part = strchr(part, '\t');
        part += part != NULL;
    }
    if (!part)
        return false;
    size_t length = strcspn(part, "\t");
    length = length < room ? length : room - 1;
    memcpy(to, part, length);
    to[length] = 0;
    return true;
}

/* Boxes of equal neighbours; `part` has one part for each step. */
static void draw_depth(struct sheet *sheet, const size_t *part, size_t depth)
{
    const struct msim_timed *timed = sheet->view->timed;
    char name[NAME_ROOM], next[NAME_ROOM];
    for (size_t from = 0, end; from < sheet->steps; from = end) {
        bool is_there = part[from] < timed->parts &&
                        region_at(timed->part_name.name[part[from]], depth, name, sizeof name);
        for (end = from + 1; end < sheet->steps; end++) {
            bool is_next = part[end] < timed->parts &&
                           region_at(timed->part_name.name[part[end]], depth, next, sizeof next);
            if (is_next != is_there || (is_there && strcmp(name, next) != 0))
                break;
        }
        if (is_there)
            put_box(sheet, step_x(sheet, from), step_x(sheet, end), name,
                    light(msim_hash(name, 0)));
    }
    sheet->y += BAND + 2;
}

static void draw_regions(struct sheet *sheet)
{
    const struct msim_timed *timed = sheet->view->timed;
    size_t depths = depths_of(timed), *part;
    if (!depths)
        return;
    part = msim_zeroed(sheet->steps, sizeof *part);
    for (size_t i = 0; i < sheet->steps; i++) {
        struct msim_time_piece piece = piece_of(sheet, i);
        part[i] = msim_time_part(timed, piece.row, piece.end);
    }
    put_text(sheet, sheet->left - 8, sheet->y + BAND - 7, "regions", MSIM_END, 0);
    for (size_t depth = 0; depth < depths; depth++)
        draw_depth(sheet, part, depth);
    free(part);
}

/* --- Panels ------------------------------------------------------------------------------- */

struct panel {
    const char *name, *unit;
    struct msim_axis axis;
    uint32_t colour;
    double *value; /* for each step */
};

/* Lines and numbers of the values, as far as there is room. */
static void draw_values(const struct sheet *sheet, const struct panel *panel)
{
    const struct msim_stroke line = {grid, 1, MSIM_SOLID};
    double tick[MSIM_MOST_TICKS], bottom = sheet->y + sheet->panel, last = bottom + TICK_SPACE;
    size_t ticks = msim_axis_ticks(&panel->axis, tick);
    for (size_t i = 0; i < ticks; i++) {
        double y = bottom - msim_axis_place(&panel->axis, tick[i]) * sheet->panel;
        if (last - y < TICK_SPACE)
            continue;
        last = y;
        msim_draw_line(sheet->canvas, (struct msim_point){sheet->left, y},
                       (struct msim_point){sheet->right, y}, &line);
        put_text(sheet, sheet->left - 6, y + 4, msim_axis_text(&panel->axis, tick[i]).text,
                 MSIM_END, 0);
    }
}

static void draw_steps(const struct sheet *sheet, const struct panel *panel)
{
    struct msim_point *point = msim_zeroed(2 * sheet->steps + 2, sizeof *point);
    const struct msim_stroke stroke = {panel->colour, 1.2, MSIM_SOLID};
    double bottom = sheet->y + sheet->panel;
    size_t points = 0;
    point[points++] = (struct msim_point){sheet->left, bottom};
    for (size_t from = 0, end; from < sheet->steps; from = end) {
        double y = bottom - msim_axis_place(&panel->axis, panel->value[from]) * sheet->panel;
        for (end = from + 1; end < sheet->steps && panel->value[end] == panel->value[from]; end++)
            continue;
        point[points++] = (struct msim_point){step_x(sheet, from), y};
        point[points++] = (struct msim_point){step_x(sheet, end), y};
    }
    point[points++] = (struct msim_point){sheet->right, bottom};
    msim_draw_polygon(sheet->canvas, point, points, msim_flame_between(panel->colour, paper, 0.75));
    msim_draw_polyline(sheet->canvas, point + 1, points - 2, &stroke);
    free(point);
}

static void draw_panel(struct sheet *sheet, struct panel *panel)
{
    const struct msim_font name = {
        .size = 12, .colour = ink, .anchor = MSIM_MIDDLE, .bold = true, .upwards = true};
    const struct msim_font unit = {
        .size = 10, .colour = grey, .anchor = MSIM_MIDDLE, .upwards = true};
    const struct msim_stroke line = {frame, 1, MSIM_SOLID};
    double most = 0, middle = sheet->y + sheet->panel / 2;
    for (size_t i = 0; i < sheet->steps; i++)
        most = panel->value[i] > most ? panel->value[i] : most;
    msim_axis_fit(&panel->axis, 0, most > 0 ? most : 1);
    draw_values(sheet, panel);
    draw_steps(sheet, panel);
    msim_draw_line(sheet->canvas, (struct msim_point){sheet->left, sheet->y + sheet->panel},
                   (struct msim_point){sheet->right, sheet->y + sheet->panel}, &line);
    msim_draw_text(sheet->canvas, (struct msim_point){NAME_X, middle}, panel->name, &name, 0);
    msim_draw_text(sheet->canvas, (struct msim_point){NAME_X + 14, middle}, panel->unit, &unit, 0);
    sheet->y += PANEL + GAP;
}

/* "D1m" and "per 1000 instr." for D1m:PTI. */
static void draw_column(struct sheet *sheet, const struct msim_column *column, struct panel *panel)
{
    char name[64];
    size_t length = strlen(column->name);
    bool pti = column->kind == MSIM_COLUMN_PTI && length > 4;
    snprintf(name, sizeof name, "%.*s", (int)(pti ? length - 4 : length), column->name);
    panel->name = name;
    panel->unit = pti                                 ? "per 1000 instr."
                  : column->kind == MSIM_COLUMN_COUNT ? "per interval"
                                                      : "ratio";
    panel->axis = (struct msim_axis){.unit = MSIM_COUNT, .tight = true};
    for (size_t i = 0; i < sheet->steps; i++) {
        struct msim_time_piece piece = piece_of(sheet, i);
        panel->value[i] = msim_time_height(sheet->view->timed, column, &piece);
    }
    draw_panel(sheet, panel);
}

static void draw_beside(struct sheet *sheet, struct panel *panel, bool heap)
{
    const struct msim_time_view *view = sheet->view;
    panel->name = heap ? "heap" : "page-ins";
    panel->unit = heap ? "bytes" : "per interval";
    panel->axis = (struct msim_axis){.unit = heap ? MSIM_BYTES : MSIM_COUNT, .tight = true};
    for (size_t i = 0; i < sheet->steps; i++) {
        struct msim_time_piece piece = piece_of(sheet, i);
        uint64_t to = i + 1 == sheet->steps ? UINT64_MAX : piece.to;
        panel->value[i] = heap ? (double)msim_beside_heap(view->beside, piece.from, to)
                               : (double)msim_beside_pages(view->beside, piece.from, to);
    }
    draw_panel(sheet, panel);
}

/* As many panels as there is room for. */
static void draw_panels(struct sheet *sheet)
{
    const struct msim_time_view *view = sheet->view;
    struct panel panel = {.value = msim_zeroed(sheet->steps, sizeof *panel.value)};
    size_t columns = view->show->columns, heap = view->beside->heaps != 0;
    sheet->y += GAP;
    for (size_t i = 0; i < sheet->panels; i++) {
        panel.colour = i < columns ? msim_chart_colour(i) : grey;
        if (i < columns)
            draw_column(sheet, &view->show->column[i], &panel);
        else
            draw_beside(sheet, &panel, heap && i == columns);
    }
    sheet->y -= sheet->panels ? GAP : 0;
    free(panel.value);
}

/* --- What is around them ------------------------------------------------------------------ */

static const struct msim_font title = {.size = 17, .colour = 0x222222, .bold = true};
static const struct msim_font narrow_title = {.size = 14, .colour = 0x222222, .bold = true};
static const struct msim_font small = {.size = 12, .colour = 0x666666};

/* Draws the titles, and returns their height; without a canvas, only that. */
static double draw_titles(const struct sheet *sheet)
{
    char text[128];
    const struct msim_timed *timed = sheet->view->timed;
    const struct msim_font *font = msim_sheet_is_narrow(sheet->width) ? &narrow_title : &title;
    double height = msim_draw_heading(sheet->canvas, (struct msim_point){EDGE, 30}, timed->command,
                                      font, sheet->width - 2 * EDGE);
    uint64_t length = msim_time_last(timed) - msim_time_first(timed);
    snprintf(text, sizeof text, "%s instructions in %s intervals", msim_human_count(length).text,
             msim_human_count(timed->rows).text);
    if (sheet->canvas)
        msim_draw_text(sheet->canvas, (struct msim_point){EDGE, 30 + height}, text, &small, 0);
    return 30 + height + 14;
}

/* Texts of neighbours are at different heights, on the side of their line where there is room. */
static void draw_marks(const struct sheet *sheet, double top, double bottom)
{
    const struct msim_timed *timed = sheet->view->timed;
    const struct msim_stroke line = {ink, 1, MSIM_DOTTED};
    double last = -1;
    for (size_t i = 0; i < timed->marks; i++) {
        double x = x_of(sheet, timed->mark[i].at);
        if (timed->marks > MARKS_NAMED && x - last < 2)
            continue;
        last = x;
        double y = top + MARK * (double)(i % MARK_ROWS), beside = sheet->width - x - EDGE;
        double width = msim_text_width(timed->mark[i].text, TEXT);
        bool named = timed->marks <= MARKS_NAMED, right = width > beside && x > beside;
        msim_draw_line(sheet->canvas, (struct msim_point){x, named ? y : top},
                       (struct msim_point){x, bottom}, &line);
        if (named)
            put_text(sheet, right ? x - 4 : x + 4, y + 10, timed->mark[i].text,
                     right ? MSIM_END : MSIM_START, right ? x - EDGE : beside);
    }
}

/* Numbers that would touch are left out. */
static void draw_axis(const struct sheet *sheet)
{
    const struct msim_stroke line = {frame, 1, MSIM_SOLID};
    double tick[MSIM_MOST_TICKS], end = 0;
    size_t ticks = msim_axis_ticks(&sheet->x, tick);
    uint64_t first = msim_time_first(sheet->view->timed);
    for (size_t i = 0; i < ticks; i++) {
        double x = sheet->left + (tick[i] - (double)first) * sheet->scale;
        struct msim_human text = msim_axis_text(&sheet->x, tick[i]);
        double half = msim_text_width(text.text, TEXT) / 2;
        if (x < sheet->left - 0.5 || x > sheet->right + 0.5)
            continue;
        msim_draw_line(sheet->canvas, (struct msim_point){x, sheet->y},
                       (struct msim_point){x, sheet->y + 5}, &line);
        if (x - half < end || x + half > sheet->width)
            continue;
        end = x + half + 6;
        put_text(sheet, x, sheet->y + 18, text.text, MSIM_MIDDLE, 0);
    }
    put_text(sheet, (sheet->left + sheet->right) / 2, sheet->y + 38, "instructions", MSIM_MIDDLE,
             0);
}

/* Draws the keys from `top` on; returns their height.  Without a canvas, only that. */
static double draw_keys(const struct sheet *sheet, double top)
{
    return msim_colour_keys_draw(&sheet->keys, sheet->canvas, EDGE, sheet->width - EDGE / 2.0, top);
}

/* All but what depends on the height; the keys are found as boxes are made. */
static struct sheet sheet_of(const struct msim_time_view *view, double width)
{
    struct sheet sheet = {.view = view, .width = width, .panel = PANEL};
    uint64_t first = msim_time_first(view->timed), last = msim_time_last(view->timed);
    sheet.left = msim_sheet_is_narrow(width) ? NARROW_LEFT : LEFT;
    sheet.right = width - (msim_sheet_is_narrow(width) ? NARROW_RIGHT : RIGHT);
    size_t plot = (size_t)(sheet.right - sheet.left);
    sheet.steps = view->timed->rows < plot ? view->timed->rows : plot;
    sheet.scale = (double)plot / (double)(last - first);
    sheet.x = (struct msim_axis){.unit = MSIM_COUNT, .tight = true};
    msim_axis_fit(&sheet.x, (double)first, (double)last);
    draw_phases(&sheet);
    draw_regions(&sheet);
    return sheet;
}

/* The height of all but the panels. */
static double fixed_height(const struct sheet *sheet)
{
    struct sheet without = *sheet;
    const struct msim_timed *timed = sheet->view->timed;
    without.canvas = NULL;
    return draw_titles(&without) + marks_height(timed) + BAND +
           (double)depths_of(timed) * (BAND + 2) + BOTTOM + draw_keys(&without, 0);
}

/* Fits the panels into a height; where even they alone have no room, there are no keys. */
static void fit_panels(struct sheet *sheet, double height)
{
    size_t all = panels_of(sheet->view);
    if (fixed_height(sheet) + GAP > height)
        msim_colour_keys_free(&sheet->keys);
    double room = height - fixed_height(sheet);
    size_t most = room > 0 ? (size_t)(room / (PANEL_LEAST + GAP)) : 0;
    sheet->panels = most < all ? most : all;
    if (sheet->panels < all && most)
        room -= NOTE;
    sheet->panel = sheet->panels ? room / (double)sheet->panels - GAP : 0;
}

struct msim_point msim_time_picture_size(const struct msim_time_view *view, double width)
{
    struct msim_point size = {width > 0 ? width : WIDTH, BOTTOM};
    if (view->timed->rows) {
        struct sheet sheet = sheet_of(view, size.x);
        size.y = fixed_height(&sheet) + (double)panels_of(view) * (PANEL + GAP);
        msim_colour_keys_free(&sheet.keys);
    }
    return size;
}

void msim_time_picture(const struct msim_time_view *view, struct msim_canvas *canvas)
{
    if (!view->timed->rows)
        return;
    struct sheet sheet = sheet_of(view, canvas->size.x);
    fit_panels(&sheet, canvas->size.y);
    sheet.canvas = canvas;
    double top = draw_titles(&sheet);
    sheet.y = top + marks_height(view->timed);
    draw_phases(&sheet);
    draw_regions(&sheet);
    draw_panels(&sheet);
    draw_marks(&sheet, top, sheet.y);
    draw_axis(&sheet);
    draw_keys(&sheet, sheet.y + BOTTOM);
    msim_draw_left_out(canvas, (struct msim_point){EDGE, canvas->size.y - 4},
                       panels_of(view) - sheet.panels, ink);
    msim_colour_keys_free(&sheet.keys);
}
