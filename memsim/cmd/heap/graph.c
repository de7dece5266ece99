/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap over time as a graph: a column for each interval of time, as high as the largest total
 * of its snapshots.
 *
 *        3M |                #
 *           |              ::#::.
 *        2M |          .::+::#::::.
 *           |      .::::::+::#:::::+..
 *        1M |   .:::+:::::+::#:::::+::.
 *         0 +------------------------------
 *           0          500K          1M
 *
 * Where a region is selected, the line at the bottom is of = while it is open.
 *
 * A column without a snapshot is as high as the line between its neighbours.  Its character shows
 * what is known there, and so does its colour, if colours are wanted.
 */
#include "present.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/draw/axis.h"

enum { ROWS = 20, LABEL = 8, INDENT = 2, LEAST_COLUMNS = 10 };

/* In ascending importance: of several, a column shows the last one. */
enum kind { BETWEEN, PLAIN, WITH_TREE, AT_PEAK, KINDS };

static const char marks[KINDS] = {'.', ':', '+', '#'};
static const char *const colours[KINDS] = {"\033[2m", "", "\033[36m", "\033[1;31m"};

struct column {
    enum kind kind;
    double total;
};

struct graph {
    const struct msim_heaped_view *view;
    const struct msim_heaped_in_region *in; /* NULL: everything */
    struct msim_axis x, y;
    struct column *column;
    size_t columns;
};

static size_t column_at(const struct graph *graph, double time)
{
    return (size_t)(msim_axis_place(&graph->x, time) * (double)(graph->columns - 1) + 0.5);
}

static void put_snapshots(struct graph *graph, const struct msim_heaped *heap)
{
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *snapshot = &heap->snapshot[i];
        struct column *column = &graph->column[column_at(graph, (double)snapshot->time)];
        double total = (double)msim_heaped_total(snapshot);
        enum kind kind = i == heap->peak ? AT_PEAK : snapshot->tree ? WITH_TREE : PLAIN;
        column->kind = kind > column->kind ? kind : column->kind;
        column->total = total > column->total ? total : column->total;
    }
}

/* Columns before the first snapshot and after the last one stay empty. */
static void fill_between(struct graph *graph)
{
    size_t last = graph->columns;
    for (size_t i = 0; i < graph->columns; i++) {
        if (graph->column[i].kind == BETWEEN)
            continue;
        for (size_t k = last + 1; last < graph->columns && k < i; k++) {
            double part = (double)(k - last) / (double)(i - last);
            graph->column[k].total =
                graph->column[last].total * (1 - part) + graph->column[i].total * part;
        }
        last = i;
    }
}

/* How many rows a column fills; at least one, unless it is 0. */
static int height_of(const struct graph *graph, double total)
{
    int rows = (int)(msim_axis_place(&graph->y, total) * ROWS + 0.5);
    return total > 0 && !rows ? 1 : rows;
}

static void put_label(const struct graph *graph, int row, FILE *to)
{
    double tick[MSIM_MOST_TICKS];
    size_t ticks = msim_axis_ticks(&graph->y, tick);
    const char *text = "";
    struct msim_human human;
    for (size_t i = 1; i < ticks; i++)
        if ((int)(msim_axis_place(&graph->y, tick[i]) * ROWS + 0.5) == row) {
            human = msim_axis_text(&graph->y, tick[i]);
            text = human.text;
        }
    fprintf(to, "%*s |", INDENT + LABEL, text);
}

static void put_row(const struct graph *graph, int row, FILE *to)
{
    enum kind now = PLAIN;
    size_t end = graph->columns;
    while (end > 0 && height_of(graph, graph->column[end - 1].total) < row)
        end--;
    put_label(graph, row, to);
    for (size_t i = 0; i < end; i++) {
        const struct column *column = &graph->column[i];
        bool empty = height_of(graph, column->total) < row;
        enum kind kind = empty ? PLAIN : column->kind;
        if (graph->view->colour && kind != now)
            fprintf(to, "\033[0m%s", colours[kind]);
        now = kind;
        fputc(empty ? ' ' : marks[kind], to);
    }
    if (graph->view->colour && now != PLAIN)
        fputs("\033[0m", to);
    fputc('\n', to);
}

/* True: the selected region is open at some time of the column. */
static bool is_open(const struct graph *graph, size_t column)
{
    for (size_t i = 0; graph->in && i < graph->in->spans; i++)
        if (column_at(graph, (double)graph->in->span[i].from) <= column &&
            column_at(graph, (double)graph->in->span[i].to) >= column)
            return true;
    return false;
}

/* The line at the bottom, and as many ticks under it as there is room for. */
static void put_bottom(const struct graph *graph, FILE *to)
{
    double tick[MSIM_MOST_TICKS];
    size_t ticks = msim_axis_ticks(&graph->x, tick), used = 0;
    fprintf(to, "%*s +", INDENT + LABEL, "0");
    for (size_t i = 0; i < graph->columns; i++)
        fputc(is_open(graph, i) ? '=' : '-', to);
    fprintf(to, "\n%*s", INDENT + LABEL + 2, "");
    for (size_t i = 0; i < ticks; i++) {
        struct msim_human human = msim_axis_text(&graph->x, tick[i]);
        size_t at = column_at(graph, tick[i]), length = strlen(human.text);
        at -= at < length / 2 ? at : length / 2;
        if (i && at < used + 2)
            continue;
        if (at + length > graph->columns)
            break;
        fprintf(to, "%*s%s", (int)(at - used), "", human.text);
        used = at + length;
    }
    fputc('\n', to);
}

static void put_legend(const struct msim_heaped *heap, const struct msim_heaped_view *view,
                       FILE *to)
{
    static const char *const meanings[KINDS] = {"between snapshots", "snapshot",
                                                "snapshot with a tree", "peak"};
    size_t used = INDENT + LABEL + 2;
    fprintf(to, "%*s%s\n%*s", INDENT + LABEL + 2, "", msim_heaped_unit_name(heap->unit),
            INDENT + LABEL + 2, "");
    for (int kind = KINDS; kind-- > 0;) {
        size_t length = strlen(meanings[kind]) + 4;
        bool first = used == INDENT + LABEL + 2;
        if (!first && used + length > view->width) {
            used = INDENT + LABEL + 2;
            fprintf(to, "\n%*s", INDENT + LABEL + 2, "");
            first = true;
        }
        fprintf(to, "%s%s%c%s %s", first ? "" : "  ", view->colour ? colours[kind] : "",
                marks[kind], view->colour ? "\033[0m" : "", meanings[kind]);
        used += length;
    }
    fputc('\n', to);
}

void msim_heaped_graph(const struct msim_heaped *heap, const struct msim_heaped_in_region *in,
                       const struct msim_heaped_view *view, FILE *to)
{
    struct graph graph = {
        .view = view,
        .in = in,
        .x = {.unit = !strcmp(heap->unit, "B") ? MSIM_BYTES : MSIM_COUNT, .tight = true},
        .y = {.unit = MSIM_BYTES, .tight = true}};
    graph.columns = view->width > INDENT + LABEL + 2 + LEAST_COLUMNS
                        ? view->width - INDENT - LABEL - 2
                        : LEAST_COLUMNS;
    graph.column = msim_zeroed(graph.columns, sizeof *graph.column);
    msim_axis_fit(&graph.x, 0, (double)heap->snapshot[heap->snapshots - 1].time);
    msim_axis_fit(&graph.y, 0, (double)msim_heaped_most(heap));
    put_snapshots(&graph, heap);
    fill_between(&graph);
    fputc('\n', to);
    for (int row = ROWS; row > 0; row--)
        put_row(&graph, row, to);
    put_bottom(&graph, to);
    put_legend(heap, view, to);
    if (in && in->spans)
        fprintf(to, "%*s= the region is open\n", INDENT + LABEL + 2, "");
    free(graph.column);
}
