/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The regions of the run as a tree, each with all that is inside it: as text, JSON and CSV.
 *
 * The outermost regions, those that are not shown and what is in no region add up to the totals.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/export.h"
#include "cmd/listing/source.h"
#include "present.h"

/* MOST: rows of the table, unless a list was asked for. */
enum { MOST = 20, INDENT = 2 };

struct tree {
    const struct msim_view *view;
    const struct msim_regions *regions;
    int64_t *sum;    /* of each region, with those inside it */
    uint32_t *level; /* selected regions around it and itself; 0: it is not selected */
    bool *shown;
    uint32_t *order; /* all regions; each is followed by those inside it, the costliest first */
    size_t rows, hidden;
};

static const int64_t *sum_of(const struct tree *tree, uint32_t region)
{
    return tree->sum + region * tree->regions->events;
}

/* The selected region that it is in; 0: none. */
static uint32_t outer_of(const struct tree *tree, uint32_t region)
{
    uint32_t outer = tree->regions->region[region].outer;
    return tree->level[outer] ? outer : 0;
}

/* --- which, in what order ----------------------------------------------------------------- */

/* Of two regions with the same outer one. */
static bool costs_more(const struct tree *tree, uint32_t a, uint32_t b)
{
    int order = msim_view_order(tree->view, sum_of(tree, a), sum_of(tree, b));
    return order ? order < 0 : a < b;
}

static bool tree_before(const void *context, uint32_t a, uint32_t b)
{
    const struct tree *tree = context;
    uint32_t x = a, y = b;
    while (tree->level[x] > tree->level[y])
        x = outer_of(tree, x);
    while (tree->level[y] > tree->level[x])
        y = outer_of(tree, y);
    if (x == y)
        return tree->level[a] < tree->level[b];
    for (uint32_t i = x, k = y; i != k; i = outer_of(tree, i), k = outer_of(tree, k)) {
        x = i;
        y = k;
    }
    return costs_more(tree, x, y);
}

/* By amount alone. */
static bool amount_before(const void *context, uint32_t a, uint32_t b)
{
    const struct tree *tree = context;
    return costs_more(tree, a, b);
}

/* Shows a region and those around it, if that takes at most `room` rows. */
static void show(struct tree *tree, uint32_t region, size_t room)
{
    size_t needed = 0;
    for (uint32_t i = region; i && !tree->shown[i]; i = outer_of(tree, i))
        needed++;
    if (needed > room)
        return;
    for (uint32_t i = region; i && !tree->shown[i]; i = outer_of(tree, i))
        tree->shown[i] = true;
    tree->rows += needed;
    tree->hidden -= needed;
}

/* A list has the regions that reach the threshold; the table those that cost most. */
static void choose(struct tree *tree)
{
    const struct msim_view *view = tree->view;
    uint32_t regions = (uint32_t)tree->regions->count;
    bool all = view->listed || view->joined;
    uint32_t *by_amount = msim_order(regions, amount_before, tree);
    for (uint32_t i = 0; i < regions; i++) {
        uint32_t region = by_amount[i];
        if (!tree->level[region])
            continue;
        if (!all)
            show(tree, region, MOST - tree->rows);
        else if (msim_view_reaches(view, sum_of(tree, region)))
            show(tree, region, SIZE_MAX);
    }
    free(by_amount);
}

static void make(struct tree *tree, const struct msim_view *view)
{
    const struct msim_regions *regions = &view->counts->regions;
    *tree = (struct tree){.view = view, .regions = regions};
    tree->sum = msim_region_sums(regions, regions->total);
    tree->level = msim_zeroed(regions->count, sizeof *tree->level);
    tree->shown = msim_zeroed(regions->count, sizeof *tree->shown);
    for (uint32_t i = 1; i < regions->count; i++)
        if (regions->region[i].selected) {
            tree->level[i] = tree->level[regions->region[i].outer] + 1;
            tree->hidden++;
        }
    tree->order = msim_order((uint32_t)regions->count, tree_before, tree);
    choose(tree);
}

static void done(struct tree *tree)
{
    MSIM_FREE(tree->sum, tree->level, tree->shown, tree->order);
}

/* The name of a row: of an outermost one, the whole path.  From malloc. */
static char *name_of(const struct tree *tree, uint32_t region)
{
    return tree->level[region] == 1 ? msim_region_path(tree->regions, region, ";")
                                    : msim_copy(tree->regions->region[region].name);
}

/* --- text --------------------------------------------------------------------------------- */

struct table {
    struct tree tree;
    struct msim_cells cells;
    int times; /* the width of this column */
    size_t room;
    FILE *to;
};

static void put_numbers(const struct table *table, const int64_t *count, const char *times)
{
    if (table->tree.view->colour)
        msim_heat_bar(table->tree.view, count, table->to);
    msim_cells_numbers(&table->cells, count, table->to);
    fprintf(table->to, " %*s  ", table->times, times);
}

static void put_row(const struct table *table, uint32_t region)
{
    const struct tree *tree = &table->tree;
    size_t indent = (tree->level[region] - 1) * INDENT;
    char *name = name_of(tree, region);
    put_numbers(table, sum_of(tree, region),
                msim_human_count(tree->regions->region[region].times).text);
    fprintf(table->to, "%*s", (int)indent, "");
    msim_name_print(name,
                    !table->room               ? 0
                    : table->room > indent + 8 ? table->room - indent
                                               : 8,
                    table->to);
    fputc('\n', table->to);
    free(name);
}

/* What the outermost of the hidden regions have. */
static void put_hidden(const struct table *table)
{
    const struct tree *tree = &table->tree;
    int64_t sum[MSIM_EVENTS_MAX] = {0};
    bool any = false;
    for (uint32_t i = 1; i < tree->regions->count; i++)
        if (tree->level[i] == 1 && !tree->shown[i]) {
            any = true;
            msim_counts_add(sum, sum_of(tree, i), tree->regions->events);
        }
    if (!tree->hidden)
        return;
    put_numbers(table, any ? sum : NULL, "");
    fprintf(table->to, "(%s more%s)\n", msim_human_count(tree->hidden).text,
            any ? "" : ", inside those above");
}

static void measure(struct table *table)
{
    const struct tree *tree = &table->tree;
    table->times = (int)strlen("times");
    msim_cells_make(&table->cells, tree->view);
    table->cells.averages = true;
    msim_cells_measure(&table->cells, msim_region_total(tree->regions, 0));
    msim_cells_measure(&table->cells, tree->view->counts->total);
    for (uint32_t i = 1; i < tree->regions->count; i++) {
        if (!tree->shown[i])
            continue;
        int width = (int)strlen(msim_human_count(tree->regions->region[i].times).text);
        table->times = width > table->times ? width : table->times;
        msim_cells_measure(&table->cells, sum_of(tree, i));
    }
}

static void put_table(struct table *table)
{
    const struct tree *tree = &table->tree;
    const struct msim_view *view = tree->view;
    char head[64];
    measure(table);
    size_t after = (size_t)table->times + 3;
    msim_table_fit(&table->cells, after, view->width / 3);
    size_t used = msim_cells_width(&table->cells) + after + (view->colour ? MSIM_HEAT_BAR + 1 : 0);
    table->room = !view->cut ? 0 : view->width > used + 8 ? view->width - used : 8;
    snprintf(head, sizeof head, "%*s  region (inclusive)", table->times, "times");
    msim_table_head(&table->cells, 0, head, table->to);
    for (size_t i = 0; i < tree->regions->count; i++)
        if (tree->shown[tree->order[i]])
            put_row(table, tree->order[i]);
    put_hidden(table);
    if (tree->regions->region[0].selected) {
        put_numbers(table, msim_region_total(tree->regions, 0), "");
        fputs("(in no region)\n", table->to);
    }
    fputc('\n', table->to);
    msim_cells_free(&table->cells);
}

void msim_annotate_regions(const struct msim_view *view, FILE *to)
{
    struct table table = {.to = to};
    make(&table.tree, view);
    if (table.tree.rows + table.tree.hidden) {
        fprintf(to, "Regions: %zu of %zu", table.tree.rows, table.tree.rows + table.tree.hidden);
        fputs(table.tree.hidden ? "; all: --per=region --threshold=0\n" : "\n", to);
        put_table(&table);
    }
    done(&table.tree);
}

/* --- JSON and CSV ------------------------------------------------------------------------- */

static const char fields[] = "|region,times,inclusive*,exclusive*";

static void put_region(struct msim_export *out, const struct tree *tree, uint32_t region)
{
    const struct msim_regions *regions = tree->regions;
    char *path = msim_region_path(regions, region, ";");
    msim_export_row(out);
    if (out->json)
        msim_json_region(out->json, regions, region);
    msim_export_text(out, path);
    msim_export_number_if(out, region, regions->region[region].times);
    msim_export_values(out, sum_of(tree, region));
    msim_export_values(out, msim_region_total(regions, region));
    msim_export_end(out);
    free(path);
}

static void put_regions(struct msim_export *out, const struct msim_view *view)
{
    struct tree tree;
    make(&tree, view);
    for (size_t i = 0; i < tree.regions->count; i++)
        if (tree.shown[tree.order[i]])
            put_region(out, &tree, tree.order[i]);
    if (tree.regions->region[0].selected)
        put_region(out, &tree, 0);
    msim_export_done(out);
    done(&tree);
}

void msim_regions_json(const struct msim_view *view, struct msim_json *json)
{
    enum { ROW = 4 };
    struct msim_export out = msim_export_json(json, "regions", ROW, fields, &view->show);
    put_regions(&out, view);
}

void msim_regions_csv(const struct msim_view *view, FILE *to)
{
    struct msim_export out = msim_export_csv(to, fields, &view->show);
    put_regions(&out, view);
}
