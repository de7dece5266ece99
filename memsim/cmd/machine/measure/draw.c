/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The picture of report.h: charts below each other, of what was measured. */
#include <stdio.h>

#include "cmd/draw/chart.h"
#include "report.h"

enum { WIDTH = 900, HEIGHT = 420, SHOWN = 6, CHARTS = 4 };

struct panel {
    const char *title, *x, *y;
    enum msim_scale scale;
    enum msim_axis_unit unit;
    enum msim_curve_number curve[SHOWN];
    unsigned curves;
};

static const struct panel panels[CHARTS] = {
    {"Loads by working set",
     "bytes",
     "cycles a load",
     MSIM_LOG2,
     MSIM_BYTES,
     {MSIM_CURVE_CHASE_1, MSIM_CURVE_CHASE_4, MSIM_CURVE_CHASE_16, MSIM_CURVE_CHASE_32,
      MSIM_CURVE_ORDER, MSIM_CURVE_GATHER},
     6},
    {"Loads by pages", "pages", "cycles a load", MSIM_LOG2, MSIM_COUNT, {MSIM_CURVE_PAGES}, 1},
    {"Pairs of loads that miss, by instructions between them",
     "instructions",
     "cycles a pair",
     MSIM_LINEAR,
     MSIM_COUNT,
     {MSIM_CURVE_ADDITIONS, MSIM_CURVE_NOTHING},
     2},
    {"Lines of one set and of several",
     "lines",
     "cycles a load",
     MSIM_LOG2,
     MSIM_COUNT,
     {MSIM_CURVE_SETS, MSIM_CURVE_APART},
     2},
};

/* A curve is two series: what was measured is a line, what was simulated are markers on dashes. */
struct series {
    double x[MSIM_CURVE_POINTS], y[MSIM_CURVE_POINTS];
    char name[64];
};

static void add(const struct msim_measured_curve *curve, const char *name, bool simulated,
                unsigned colour, struct series *to, struct msim_series *series)
{
    unsigned used = 0;
    for (unsigned i = 0; i < curve->points; i++) {
        double y = simulated ? curve->point[i].simulated : curve->point[i].native;
        if (!(y > 0))
            continue;
        to->x[used] = curve->point[i].x;
        to->y[used++] = y;
    }
    snprintf(to->name, sizeof to->name, "%s%s", name, simulated ? ", simulated" : "");
    *series = (struct msim_series){
        .name = to->name,
        .x = to->x,
        .y = to->y,
        .points = used,
        .stroke = {msim_chart_colour(colour), simulated ? 1 : 1.5,
                   simulated ? MSIM_DOTTED : MSIM_SOLID},
        .marker = simulated ? (enum msim_marker)(1 + colour % (MSIM_MARKERS - 1)) : MSIM_NO_MARKER};
}

static bool is_measured(const struct msim_measure_report *report, const struct panel *panel)
{
    for (unsigned i = 0; i < panel->curves; i++)
        for (unsigned k = 0; k < report->measuring->curve[panel->curve[i]].points; k++)
            if (report->measuring->curve[panel->curve[i]].point[k].native > 0)
                return true;
    return false;
}

/* The chart of that number of so many. */
static void draw(const struct msim_measure_report *report, const struct panel *panel,
                 struct msim_canvas *canvas, unsigned number, unsigned charts)
{
    struct series data[2 * SHOWN];
    struct msim_series series[2 * SHOWN];
    size_t used = 0;
    for (unsigned i = 0; i < panel->curves; i++)
        for (int simulated = 0; simulated < 2; simulated++) {
            add(&report->measuring->curve[panel->curve[i]], msim_curve_kinds[panel->curve[i]].name,
                simulated, i, &data[used], &series[used]);
            used += series[used].points > 0;
        }
    struct msim_chart chart = {.title = panel->title,
                               .subtitle = report->processor,
                               .x = {.label = panel->x, .scale = panel->scale, .unit = panel->unit},
                               .y = {.label = panel->y, .scale = MSIM_LOG10},
                               .series = series,
                               .count = used};
    struct msim_point size = {canvas->size.x, canvas->size.y / charts};
    msim_chart_draw(canvas, &chart, (struct msim_point){0, number * size.y}, size);
}

void msim_measure_draw(const struct msim_measure_report *report, const struct msim_output *output)
{
    struct msim_picture picture = {.output = output};
    double asked = msim_picture_asked(output).x, width = asked > 0 ? asked : WIDTH;
    const struct panel *shown[CHARTS];
    unsigned charts = 0;
    for (unsigned i = 0; i < CHARTS; i++)
        if (is_measured(report, &panels[i]))
            shown[charts++] = &panels[i];
    struct msim_point size = {width,
                              (charts ? charts : 1) * msim_chart_height(width, 2 * SHOWN, HEIGHT)};
    while (msim_picture_next(&picture, size))
        for (unsigned i = 0; i < charts; i++)
            draw(report, shown[i], picture.canvas, i, charts);
}
