/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints a profile as text: first the answer, the lines that cost most; then totals, lists and
 * sources; at the end, what the file says about itself and how it was shown.
 *
 * Every table is fitted into the width of the view.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/columns/sampled.h"
#include "cmd/files/terminal.h"
#include "cmd/listing/about.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/source.h"
#include "issuers.h"
#include "present.h"

/* --- lists ------------------------------------------------------------------------------------ */

static void add_name(struct msim_labels *labels, const struct msim_rows *rows, size_t i,
                     size_t room)
{
    struct msim_row_name name = msim_row_name(rows, i);
    if (rows->per != MSIM_PER_OBJECT && rows->per != MSIM_PER_FILE &&
        rows->per != MSIM_PER_THREAD) {
        msim_place_label(labels, &name, room);
        return;
    }
    msim_labels_next(labels, 0);
    if (rows->per == MSIM_PER_THREAD && name.thread) {
        msim_labels_put(labels, MSIM_LABEL_PLACE, "%" PRIu32, name.thread);
    } else if (rows->per == MSIM_PER_THREAD) {
        msim_labels_put(labels, MSIM_LABEL_PLACE, "(in no thread)");
    } else {
        msim_labels_put(labels, MSIM_LABEL_PATH, "%s", name.object ? name.object : name.file);
        if (rows->per == MSIM_PER_FILE && name.object)
            msim_labels_put(labels, MSIM_LABEL_PLACE, " (no lines)");
    }
}

static const char *heading(enum msim_per per, size_t room)
{
    static const char *const names[] = {"object",        "file",   "file:function", "file:line",
                                        "file:function", "region", "thread"};
    bool turned =
        (per == MSIM_PER_FUNCTION || per == MSIM_PER_INLINE) && msim_place_is_function_first(room);
    return turned ? "function (file)" : names[per];
}

static void print_rows(const struct msim_rows *rows, FILE *to)
{
    const struct msim_view *view = rows->view;
    int64_t room[MSIM_EVENTS_MAX];
    struct msim_labels labels = {.count = 0};
    struct msim_cells cells;
    msim_cells_make(&cells, view);
    cells.averages = rows->per != MSIM_PER_LINE;
    for (size_t i = 0; i < rows->shown; i++)
        msim_cells_measure(&cells, msim_row_count(rows, i, room));
    msim_table_fit(&cells, 0, view->width / 3);
    size_t used = msim_cells_width(&cells) + 1 + (view->colour ? MSIM_HEAT_BAR + 1 : 0);
    size_t left = !view->cut ? 0 : view->width > used + 8 ? view->width - used : 8;
    msim_table_head(&cells, 0, heading(rows->per, left), to);
    if (!rows->shown)
        fputs("(none reaches the threshold)\n", to);
    for (size_t i = 0; i < rows->shown; i++)
        add_name(&labels, rows, i, left);
    msim_labels_fit(&labels, left ? left : SIZE_MAX);
    for (size_t i = 0; i < rows->shown; i++) {
        const int64_t *count = msim_row_count(rows, i, room);
        if (view->colour)
            msim_heat_bar(view, count, to);
        msim_cells_numbers(&cells, count, to);
        fprintf(to, " %s\n", msim_labels_text(&labels, i));
    }
    fputc('\n', to);
    msim_labels_free(&labels);
    msim_cells_free(&cells);
}

static void print_list(const struct msim_view *view, enum msim_per per, const struct msim_top *top,
                       FILE *to)
{
    static const char *const titles[] = {
        "Objects", "Files",  "Functions", "Lines", "Functions and inlined functions",
        "Regions", "Threads"};
    struct msim_rows rows;
    msim_rows_make(&rows, view, per);
    if (per == MSIM_PER_OBJECT && rows.rows == 1 && !strcmp(rows.object.name[0], "???")) {
        fputs("No object: the file does not say which executable or library a function is in.\n\n",
              to);
    } else {
        const char *sorted = view->sort.column[0].name;
        fprintf(to, "%s, from %g%% of %s%s", titles[per], view->threshold, sorted,
                msim_cycles_note(view->counts, sorted));
        fprintf(to, rows.total ? ": %zu of %zu\n" : ": %zu\n", rows.shown, rows.rows);
        print_rows(&rows, to);
    }
    if (per == MSIM_PER_FUNCTION)
        msim_annotate_sources(view, &rows, top, to);
    msim_rows_free(&rows);
}

static void put_unsampled(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    struct msim_unsampled_sum sum = {0};
    for (size_t i = 0; i < counts->functions; i++)
        msim_unsampled_add(&sum, counts, msim_function_total(counts, i));
    msim_unsampled_put(&sum, counts, "functions", view->width, to);
}

/* The answer of one screen: so many lines that cost most. */
struct short_answer {
    const struct msim_view *view;
    const struct msim_top *top;
};

static void put_short(const void *of, size_t lines, FILE *to)
{
    const struct short_answer *is = of;
    msim_listing_head(is->view, to);
    msim_annotate_top(is->view, is->top, lines, to);
}

static void answer(const struct msim_view *view, const struct msim_top *top)
{
    const struct short_answer is = {view, top};
    if (!view->counts->base)
        msim_terminal_answer(put_short, &is, msim_top_worth(view, top));
}

void msim_annotate_text(const struct msim_view *view, FILE *to)
{
    static const enum msim_per order[] = {MSIM_PER_THREAD, MSIM_PER_OBJECT, MSIM_PER_FILE,
                                          MSIM_PER_LINE,   MSIM_PER_INLINE, MSIM_PER_FUNCTION};
    struct msim_top top;
    bool unchanged = msim_view_is_unchanged(view);
    msim_top_find(&top, view);
    msim_listing_head(view, to);
    msim_annotate_changes(view, to);
    if (!view->listed && !unchanged) {
        answer(view, &top);
        msim_annotate_top(view, &top, SIZE_MAX, to);
        msim_issuers_text(&msim_prefetch_lines, view, to);
        msim_issuers_text(&msim_past_lines, view, to);
    }
    msim_listing_totals(view, to);
    put_unsampled(view, to);
    fputc('\n', to);
    if (view->per[MSIM_PER_REGION] && !unchanged)
        msim_annotate_regions(view, to);
    for (size_t i = 0; i < sizeof order / sizeof *order && !unchanged; i++)
        if (view->per[order[i]])
            print_list(view, order[i], &top, to);
    if (!view->per[MSIM_PER_FUNCTION])
        msim_annotate_sources(view, NULL, &top, to);
    msim_listing_tail(view, to);
    msim_top_free(&top);
}
