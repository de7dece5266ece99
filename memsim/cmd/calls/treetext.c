/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Trees and hot paths as text. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/sampled.h"
#include "cmd/listing/cells.h"
#include "present.h"
#include "table.h"

/* FIRST, LAST: the frames shown of a path that is longer. */
enum { FIRST = 6, LAST = 18 };

static const char *verb(uint32_t way)
{
    return way == MSIM_PATH_INLINED ? "inlined at" : "called at";
}

/* Adds the label of a frame: its name, how it is called, and where it is. */
static void describe(struct msim_labels *labels, size_t indent,
                     const struct msim_profile_frames *frames, uint32_t frame, uint32_t way)
{
    bool named = frame != MSIM_NOTHING;
    const struct msim_path_way made = msim_path_way(way);
    msim_calls_put_frame(labels, indent, named ? frames->frame[frame].name : "(the program)",
                         way == MSIM_PATH_CALL ? "" : made.text,
                         named ? &frames->frame[frame] : NULL);
}

/* --- trees ------------------------------------------------------------------------------------ */

/* Upwards, a row has no way, and is of all copies of its function that have costs. */
static bool is_inlined(const struct msim_calls_shown *shown, const struct msim_tree_row *row)
{
    return shown->upwards ? row->frame != MSIM_NOTHING && shown->costs->inlined[row->frame]
                          : row->way == MSIM_PATH_INLINED;
}

static void add_row(struct msim_calls_table *table, const struct msim_calls_shown *shown,
                    uint32_t number)
{
    const struct msim_shown_tree *tree = shown->tree;
    const struct msim_tree_row *row = &tree->row[number];
    const struct msim_calls_view *view = shown->view;
    const int64_t *inclusive = msim_tree_inclusive(tree, 0, number);
    for (size_t i = 0; i < view->show.columns; i++) {
        const struct msim_column *column = &view->show.column[i];
        if (!i)
            msim_aligned_cell(&table->cells, "%s", msim_calls_share(view, column, inclusive).text);
        msim_aligned_cell(&table->cells, "%s",
                          msim_value_or_average(view->counts, column, inclusive).text);
        if (!i && !shown->upwards)
            msim_aligned_cell(
                &table->cells, "%s",
                msim_value_or_average(view->counts, column, msim_tree_own(tree, 0, number)).text);
        if (!i)
            msim_aligned_cell(&table->cells, "%s",
                              !number || (shown->upwards && row->depth > 1)
                                  ? ""
                                  : msim_calls_number(row->calls[0], is_inlined(shown, row)).text);
    }
    describe(&table->labels, row->depth, tree->frames, row->frame, row->way);
    if (row->line && row->line != MSIM_MANY_LINES)
        msim_labels_put(&table->labels, MSIM_LABEL_REMARK, ", %s line %" PRIu32, verb(row->way),
                        row->line);
    if (row->is_too_deep)
        msim_labels_put(&table->labels, MSIM_LABEL_PLACE, "  (deeper: --depth)");
}

/* Depth first, without recursion: `next` is the child of each row to show next. */
static void add_rows(struct msim_calls_table *table, const struct msim_calls_shown *shown)
{
    const struct msim_shown_tree *tree = shown->tree;
    uint32_t *next = msim_zeroed(tree->rows, sizeof *next), at = 0;
    add_row(table, shown, 0);
    for (;;) {
        const struct msim_tree_row *row = &tree->row[at];
        if (next[at] < row->children) {
            at = tree->child[row->first + next[at]++];
            add_row(table, shown, at);
        } else if (at) {
            at = row->parent;
        } else {
            break;
        }
    }
    free(next);
}

void msim_calls_tree_text(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_calls_view *view = shown->view;
    struct msim_calls_table table = {.keep = 3};
    const char *sorted = view->sort.column[0].name;
    const char *note = msim_cycles_note(view->counts, sorted);
    char *title =
        msim_printed("%s, from %g%% of %s%s",
                     shown->upwards ? "Functions by exclusive cost, with their callers below them"
                                    : "Calls from the program down",
                     view->threshold, sorted, note);
    msim_wrap(to, title, 0, 4, view->width);
    free(title);
    for (size_t i = 0; i < view->show.columns; i++) {
        if (!i)
            msim_aligned_head(&table.cells, "%s", "");
        msim_aligned_head(&table.cells, "%s", view->show.column[i].name);
        if (!i && !shown->upwards)
            msim_aligned_head(&table.cells, "exclusive");
        if (!i)
            msim_aligned_head(&table.cells, "calls");
    }
    add_rows(&table, shown);
    msim_calls_table_print(&table, "function", view->width, to);
    fputc('\n', to);
}

/* --- hot paths -------------------------------------------------------------------------------- */

static bool is_hotter(const void *context, uint32_t a, uint32_t b)
{
    const msim_wide *own = context;
    return own[a] > own[b];
}

uint32_t *msim_calls_hot(const struct msim_calls_shown *shown, const msim_wide *own, size_t *found)
{
    uint32_t *order = msim_order((uint32_t)shown->paths->paths, is_hotter, own);
    *found = 0;
    while (*found < shown->hot && *found < shown->paths->paths && own[order[*found]] > 0)
        ++*found;
    return order;
}

/* What the path itself has, and what it has with all below it. */
static void print_path(const struct msim_calls_shown *shown, uint32_t number, msim_wide whole,
                       const msim_wide *inclusive, FILE *to)
{
    const struct msim_paths *paths = shown->paths;
    uint32_t depth = paths->path[number].depth;
    uint32_t *up = msim_zeroed(depth, sizeof *up);
    struct msim_labels labels = {.count = 0};
    size_t width = shown->view->width, shares = sizeof "    100.0%  ";
    for (uint32_t i = depth; i-- > 0; number = paths->path[number].parent)
        up[i] = number;
    for (uint32_t i = 0; i < depth; i++) {
        const struct msim_path *path = &paths->path[up[i]];
        describe(&labels, 0, paths->frames, path->frame, path->way);
        if (path->line && path->line != MSIM_MANY_LINES)
            msim_labels_put(&labels, MSIM_LABEL_REMARK, ", %s line %" PRIu32, verb(path->way),
                            path->line);
    }
    msim_labels_fit(&labels, width > 40 ? width - shares : SIZE_MAX);
    for (uint32_t i = 0; i < depth; i++) {
        if (depth > FIRST + LAST && i == FIRST) {
            fprintf(to, "            ... %" PRIu32 " more\n", depth - FIRST - LAST);
            i = depth - LAST - 1;
            continue;
        }
        fprintf(to, "    %6.1f%%  %s\n", whole ? 100 * (double)inclusive[up[i]] / (double)whole : 0,
                msim_labels_text(&labels, i));
    }
    msim_labels_free(&labels);
    free(up);
}

void msim_calls_hot_text(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_column *column = &shown->view->sort.column[0];
    size_t found;
    msim_wide *own = msim_paths_own(shown->paths, 0, column);
    uint32_t *hot = msim_calls_hot(shown, own, &found);
    msim_wide *inclusive = msim_paths_own(shown->paths, 0, column);
    msim_wide whole = msim_column_over(column, shown->view->counts->total);
    msim_paths_add_up(shown->paths, inclusive);
    fprintf(to, "Hot paths, by what their last function has itself of %s%s: %zu\n", column->name,
            msim_cycles_note(shown->view->counts, column->name), found);
    msim_table_rule(to);
    for (size_t i = 0; i < found; i++) {
        const struct msim_path *path = &shown->paths->path[hot[i]];
        bool inlined = path->way == MSIM_PATH_INLINED;
        fprintf(to, "#%zu  %.1f%%, %s %s, %s%s\n", i + 1,
                whole ? 100 * (double)own[hot[i]] / (double)whole : 0,
                msim_wide_text(own[hot[i]], ',').text, column->name,
                msim_calls_number(path->calls[0], inlined).text,
                msim_calls_unit(path->calls[0], inlined));
        print_path(shown, hot[i], whole, inclusive, to);
    }
    fputc('\n', to);
    MSIM_FREE(own, inclusive, hot);
}
