/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws a sweep: a panel for each level, with misses over sizes.
 *
 * Without --curve, there is a curve for each associativity and line: the colour shows the
 * associativity, the dash and the marker show the line.  With --curve, there are the total and the
 * ten costliest functions.
 */
#include "present.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/draw/chart.h"
#include "cmd/names/shorten.h"
#include "curve.h"
#include "engine/machine/names.h"

enum { WIDTH = 980, PANEL = 470, NAME_ROOM = 160, NAME_MOST = 40, FILE_MOST = 14 };

/* A panel while it is made. */
struct panel {
    const struct msim_swept *sweep;
    const struct msim_swept_view *view;
    size_t from, end; /* the level's cells */
    struct msim_series *series;
    size_t count;
    double *numbers; /* the x and y of all series */
    size_t used;
    char (*name)[NAME_ROOM];
};

static double value_of(const struct msim_swept_view *view, const struct msim_missed *misses,
                       uint64_t references)
{
    double count = (double)msim_missed_of(misses, view->of);
    if (!view->ratio)
        return count;
    return references ? 100 * count / (double)references : 0;
}

/* As msim_line_text, in the units of the axes: "4 KiB pages". */
static void line_text(enum msim_level level, uint64_t line, char *to, size_t room)
{
    if (msim_is_tlb(level))
        snprintf(to, room, "%s pages", msim_human_short((double)line, true).text);
    else
        msim_line_text(level, line, to, room);
}

/* Makes room for `series` series of at most `points` points each. */
static void prepare(struct panel *panel, size_t series, size_t points)
{
    panel->series = msim_zeroed(series, sizeof *panel->series);
    panel->name = msim_zeroed(series, sizeof *panel->name);
    panel->numbers = msim_zeroed(series, 2 * points * sizeof *panel->numbers);
}

static void dispose(struct panel *panel)
{
    MSIM_FREE(panel->series, panel->name, panel->numbers);
}

/* Begins a series, to which at most `points` points are then added. */
static struct msim_series *begin(struct panel *panel, size_t points)
{
    struct msim_series *series = &panel->series[panel->count];
    series->name = panel->name[panel->count++];
    series->x = panel->numbers + panel->used;
    series->y = series->x + points;
    panel->used += 2 * points;
    series->stroke.width = 1.8;
    return series;
}

static void add(struct panel *panel, struct msim_series *series, double x, double y)
{
    panel->numbers[series->x - panel->numbers + (ptrdiff_t)series->points] = x;
    panel->numbers[series->y - panel->numbers + (ptrdiff_t)series->points] = y;
    series->points++;
}

/* --- all cells -------------------------------------------------------------------------------- */

/* The rank of an associativity, or of a line, among the level's: how many different ones are
 * smaller. */
static size_t rank_of(const struct panel *panel, uint64_t (*field)(const struct msim_cell_key *),
                      uint64_t value)
{
    size_t rank = 0;
    for (size_t i = panel->from; i < panel->end; i++) {
        uint64_t other = field(&panel->sweep->cell[i].key);
        bool seen = false;
        for (size_t j = panel->from; j < i && !seen; j++)
            seen = field(&panel->sweep->cell[j].key) == other;
        rank += !seen && other < value;
    }
    return rank;
}

/* Fully associative, which is 0, comes last. */
static uint64_t ways_of(const struct msim_cell_key *key)
{
    return key->ways - 1;
}

static uint64_t line_of(const struct msim_cell_key *key)
{
    return key->line;
}

static bool is_same_series(const struct msim_cell_key *a, const struct msim_cell_key *b)
{
    return a->ways == b->ways && a->line == b->line;
}

static void add_geometry(struct panel *panel, size_t first)
{
    const struct msim_swept_cell *cell = panel->sweep->cell;
    const struct msim_cell_key *key = &cell[first].key;
    struct msim_series *series = begin(panel, panel->end - panel->from);
    for (size_t i = first; i < panel->end; i++)
        if (is_same_series(&cell[i].key, key))
            add(panel, series, (double)cell[i].key.size,
                value_of(panel->view, &cell[i].misses, cell[i].references));
    char ways[32], line[48];
    size_t line_rank = rank_of(panel, line_of, line_of(key));
    msim_ways_text(key->ways, ways, sizeof ways);
    line_text(key->level, key->line, line, sizeof line);
    snprintf(panel->name[panel->count - 1], NAME_ROOM, "%s, %s", ways, line);
    series->stroke.colour = msim_chart_colour(rank_of(panel, ways_of, ways_of(key)));
    series->stroke.dash = (enum msim_dash)(line_rank % MSIM_DASHES);
    series->marker = (enum msim_marker)(MSIM_DISC + line_rank % (MSIM_MARKERS - MSIM_DISC));
}

/* The legend's order: by associativity, then by line; within such a pair, the smallest cell comes
 * first. */
static int order_of_keys(const void *left, const void *right)
{
    struct msim_cell_key a = *(const struct msim_cell_key *)left;
    struct msim_cell_key b = *(const struct msim_cell_key *)right;
    uint64_t size = a.size;
    a.size = b.size;
    int order = msim_cell_order(&a, &b);
    a.size = size;
    return order ? order : msim_cell_order(&a, (const struct msim_cell_key *)right);
}

/* The smallest cell of each pair of ways and line among cells [from, end), in that order; from
 * malloc. */
static struct msim_cell_key *find_geometries(const struct msim_swept *sweep, size_t from,
                                             size_t end, size_t *count)
{
    struct msim_cell_key *key = msim_zeroed(end - from, sizeof *key);
    for (size_t i = from; i < end; i++)
        key[i - from] = sweep->cell[i].key;
    qsort(key, end - from, sizeof *key, order_of_keys);
    *count = 0;
    for (size_t i = 0; i < end - from; i++)
        if (!*count || !is_same_series(&key[i], &key[*count - 1]))
            key[(*count)++] = key[i];
    return key;
}

static void add_geometries(struct panel *panel)
{
    size_t count;
    struct msim_cell_key *key = find_geometries(panel->sweep, panel->from, panel->end, &count);
    prepare(panel, count, panel->end - panel->from);
    for (size_t i = 0; i < count; i++)
        add_geometry(panel, (size_t)(msim_swept_find(panel->sweep, &key[i]) - panel->sweep->cell));
    free(key);
}

/* --- curves ----------------------------------------------------------------------------------- */

static void add_total(struct panel *panel, const struct msim_curve *curve)
{
    struct msim_series *series = begin(panel, curve->points);
    snprintf(panel->name[panel->count - 1], NAME_ROOM, "total");
    for (size_t i = 0; i < curve->points; i++)
        add(panel, series, (double)curve->cell[i]->key.size,
            value_of(panel->view, &curve->cell[i]->misses, curve->cell[i]->references));
    series->stroke = (struct msim_stroke){.colour = 0x000000, .width = 2.6};
    series->marker = MSIM_DISC;
}

/* A function's name; of two functions with the same one, also the file. */
static void name_function(const struct msim_curve *curve, size_t number, char *to, size_t room)
{
    const struct msim_curve_function *function = &curve->function[number];
    bool again = false;
    for (size_t i = 0; i < curve->functions; i++)
        again |= i != number && !strcmp(curve->function[i].function, function->function);
    msim_shorten_function(to, room, function->function, again ? NAME_MOST - FILE_MOST : NAME_MOST);
    if (!again)
        return;
    char file[4 * FILE_MOST + 8];
    size_t used = strlen(to);
    msim_shorten_file(file, sizeof file, function->file, FILE_MOST);
    snprintf(to + used, room - used, " (%s)", file);
}

static void add_function(struct panel *panel, const struct msim_curve *curve, size_t number)
{
    enum { COLOURS = 6 }; /* black is for the total */
    const struct msim_curve_function *function = &curve->function[number];
    struct msim_series *series = begin(panel, curve->points);
    name_function(curve, number, panel->name[panel->count - 1], NAME_ROOM);
    for (size_t i = 0; i < curve->points; i++)
        if (function->at[i])
            add(panel, series, (double)curve->cell[i]->key.size,
                value_of(panel->view, function->at[i], curve->cell[i]->references));
    series->stroke.colour = msim_chart_colour(number % COLOURS);
    series->stroke.dash = number / COLOURS ? MSIM_DASHED : MSIM_SOLID;
    series->marker = (enum msim_marker)(MSIM_DISC + number / COLOURS);
}

static void add_others(struct panel *panel, const struct msim_curve *curve)
{
    struct msim_series *series = begin(panel, curve->points);
    snprintf(panel->name[panel->count - 1], NAME_ROOM, "all others");
    for (size_t i = 0; i < curve->points; i++)
        if (curve->others_known[i])
            add(panel, series, (double)curve->cell[i]->key.size,
                value_of(panel->view, &curve->others[i], curve->cell[i]->references));
    series->stroke = (struct msim_stroke){.colour = 0x8a8a8a, .width = 1.8, .dash = MSIM_DOTTED};
    series->marker = MSIM_TRIANGLE;
}

static void add_curves(struct panel *panel, const struct msim_curve *curve)
{
    prepare(panel, curve->functions + 2, curve->points);
    add_total(panel, curve);
    for (size_t i = 0; i < curve->functions; i++)
        add_function(panel, curve, i);
    if (curve->has_others)
        add_others(panel, curve);
}

/* True: most points lie on the axis, as far as can be seen. */
static bool lies_low(const struct panel *panel)
{
    size_t points = 0, low = 0;
    double most = 0;
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s].points; i++)
            most = fmax(most, panel->series[s].y[i]);
    for (size_t s = 0; s < panel->count; s++)
        for (size_t i = 0; i < panel->series[s].points; i++) {
            points++;
            low += panel->series[s].y[i] <= most / 50;
        }
    return most > 0 && low > points / 2;
}

/* --- panels ----------------------------------------------------------------------------------- */

static double panel_height(const struct msim_swept *sweep, const struct msim_swept_view *view,
                           size_t from, double width)
{
    size_t count = MSIM_CURVE_FUNCTIONS + 2;
    if (!view->curve)
        free(find_geometries(sweep, from, msim_swept_level_end(sweep, from), &count));
    return msim_chart_height(width, count, PANEL);
}

static double all_panels(const struct msim_swept *sweep, const struct msim_swept_view *view,
                         double width)
{
    double height = 0;
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from))
        height += panel_height(sweep, view, from, width);
    return height;
}

/* What a panel has of the picture. */
static struct msim_point panel_size(const struct panel *panel, const struct msim_canvas *canvas)
{
    double width = canvas->size.x, all = all_panels(panel->sweep, panel->view, width);
    double its = panel_height(panel->sweep, panel->view, panel->from, width);
    return (struct msim_point){width, canvas->size.y * its / all};
}

static void draw_panel(const struct panel *panel, const char *what, struct msim_canvas *canvas,
                       double top)
{
    const struct msim_swept_view *view = panel->view;
    bool log = view->scale == MSIM_SCALE_LOG || (view->scale == MSIM_SCALE_AUTO && lies_low(panel));
    enum msim_level level = panel->sweep->cell[panel->from].key.level;
    char title[160], y[96], references[80], of[16] = "";
    if (view->of != MSIM_OF_ALL)
        snprintf(of, sizeof of, " %s", msim_of_names[view->of]);
    msim_references_text(panel->sweep, panel->from, panel->end, references, sizeof references);
    snprintf(title, sizeof title, "%s%s%s misses of %s references", msim_level_name(level), what,
             of, references);
    snprintf(y, sizeof y, "%s%s misses%s%s", msim_level_name(level), of, view->ratio ? " in %" : "",
             log ? ", logarithmic" : "");
    struct msim_chart chart = {
        .title = title,
        .subtitle = panel->sweep->command,
        .legend = view->curve          ? "function"
                  : msim_is_tlb(level) ? "ways, page"
                                       : "ways, line",
        .x = {.label = msim_is_tlb(level) ? "entries" : "cache size",
              .scale = MSIM_LOG2,
              .unit = msim_is_tlb(level) ? MSIM_COUNT : MSIM_BYTES},
        .y = {.label = y,
              .scale = log ? MSIM_LOG10 : MSIM_LINEAR,
              .unit = view->ratio ? MSIM_PERCENT : MSIM_COUNT},
        .series = panel->series,
        .count = panel->count,
    };
    msim_chart_draw(canvas, &chart, (struct msim_point){0, top}, panel_size(panel, canvas));
}

/* Returns how high it is. */
static double draw_level(const struct msim_swept *sweep, const struct msim_swept_view *view,
                         size_t from, struct msim_canvas *canvas, double top)
{
    struct panel panel = {
        .sweep = sweep, .view = view, .from = from, .end = msim_swept_level_end(sweep, from)};
    if (view->curve) {
        struct msim_curve curve;
        char ways[32], line[48], what[96];
        msim_curve_make(&curve, sweep, from, view->of);
        msim_ways_text(curve.ways, ways, sizeof ways);
        line_text(curve.level, curve.line, line, sizeof line);
        snprintf(what, sizeof what, ", %s, %s:", ways, line);
        add_curves(&panel, &curve);
        draw_panel(&panel, what, canvas, top);
        msim_curve_free(&curve);
    } else {
        add_geometries(&panel);
        draw_panel(&panel, "", canvas, top);
    }
    dispose(&panel);
    return panel_size(&panel, canvas).y;
}

struct msim_point msim_swept_picture_size(const struct msim_swept *sweep,
                                          const struct msim_swept_view *view, double width)
{
    width = width > 0 ? width : WIDTH;
    return (struct msim_point){width, all_panels(sweep, view, width)};
}

void msim_swept_picture(const struct msim_swept *sweep, const struct msim_swept_view *view,
                        struct msim_canvas *canvas)
{
    double top = 0;
    for (size_t from = 0; from < sweep->cells; from = msim_swept_level_end(sweep, from))
        top += draw_level(sweep, view, from, canvas, top);
}
