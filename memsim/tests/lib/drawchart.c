/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * drawchart svg|png FILE: draws charts for the tests, and to be looked at: stacked areas with a
 * line on top, names that need escaping and cutting, a series with a gap, and charts with one point
 * and with none.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/draw/canvas.h"
#include "cmd/draw/chart.h"

enum { POINTS = 40, AREAS = 5, WIDTH = 920, HEIGHT = 420 };

static double x[POINTS], y[AREAS + 1][POINTS];

static void fill(struct msim_series *series)
{
    static const char *const names[] = {"main",
                                        "\"quoted\" & <template>",
                                        "caf\xe9 \x01",
                                        "std::vector<std::pair<int, std::string>>::push_back(int)",
                                        "gr\303\266\303\237e",
                                        "peak"};
    for (int s = 0; s <= AREAS; s++) {
        for (int i = 0; i < POINTS; i++) {
            x[i] = i * 25e3;
            y[s][i] = s == AREAS ? 9.5e6 : 1e6 * (1 + s) * (0.6 + 0.4 * sin(i * 0.2 + s));
        }
        series[s] =
            (struct msim_series){.name = names[s],
                                 .x = x,
                                 .y = y[s],
                                 .points = POINTS,
                                 .stroke = {.colour = msim_chart_colour((size_t)s), .width = 2},
                                 .area = s < AREAS};
    }
    y[AREAS][POINTS / 2] = NAN;
}

static void draw(struct msim_canvas *canvas)
{
    struct msim_series series[AREAS + 1];
    struct msim_point at = {0, 0}, size = {WIDTH, HEIGHT};
    fill(series);
    struct msim_chart chart = {.title = "Stacked areas & a line",
                               .subtitle = "the rest of a very long command",
                               .legend = "allocated by",
                               .x = {.label = "instructions", .tight = true},
                               .y = {.label = "bytes", .unit = MSIM_BYTES},
                               .series = series,
                               .count = AREAS + 1};
    msim_chart_draw(canvas, &chart, at, size);
    static const double one = 64, little = 0.003;
    struct msim_series point = {.name = "a point",
                                .x = &one,
                                .y = &little,
                                .points = 1,
                                .stroke = {.width = 2},
                                .marker = MSIM_TRIANGLE};
    chart = (struct msim_chart){.title = "One point",
                                .x = {.label = "size", .scale = MSIM_LOG2, .unit = MSIM_BYTES},
                                .y = {.label = "ratio", .scale = MSIM_LOG10, .unit = MSIM_PERCENT},
                                .series = &point,
                                .count = 1};
    at.y += HEIGHT;
    msim_chart_draw(canvas, &chart, at, size);
    chart = (struct msim_chart){.x = {.label = "nothing"}, .y = {.label = "at all"}};
    at.y += HEIGHT;
    msim_chart_draw(canvas, &chart, at, size);
}

int main(int argc, char **argv)
{
    if (argc != 3 || (strcmp(argv[1], "svg") != 0 && !msim_canvas_has_png()))
        return 2;
    msim_die_as("drawchart", NULL);
    FILE *to = fopen(argv[2], "w");
    if (!to)
        msim_bad_input("%s: %s", argv[2], strerror(errno));
    struct msim_point size = {WIDTH, 3 * HEIGHT};
    struct msim_canvas *canvas =
        strcmp(argv[1], "svg") == 0 ? msim_canvas_svg(to, size) : msim_canvas_png(to, size);
    draw(canvas);
    const char *reason = msim_canvas_finish(canvas);
    if (reason || fclose(to) != 0)
        msim_bad_input("%s: %s", argv[2], reason ? reason : strerror(errno));
    return 0;
}
