/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Prints a profile as text: what was measured, totals, lists, sources.
 *
 * Every table is fitted into the width of the view, except the totals: they must be complete and
 * take as many lines as they need.
 */
#include "text.h"

#include <string.h>

#include "cells.h"
#include "change.h"
#include "heat.h"
#include "rows.h"
#include "source.h"
#include "sourcetext.h"

/* --- what was measured -------------------------------------------------------------------------- */

static void field(const char *name, const char *text, FILE *to)
{
    fprintf(to, "%-17s ", name);
    msim_source_print(text, 0, to);
    fputc('\n', to);
}

static void names(const char *name, const struct msim_columns *columns, FILE *to)
{
    fprintf(to, "%-17s", name);
    for (size_t i = 0; i < columns->columns; i++)
        fprintf(to, " %s", columns->column[i].name);
    fputc('\n', to);
}

static void print_header(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    msim_table_rule(to);
    size_t shown = 0, most = 12; /* a file of allocations has a histogram here, for memsim heap */
    for (; shown < counts->source[0].descs && shown < most; shown++) {
        msim_source_print(counts->source[0].desc[shown].text, 0, to);
        fputc('\n', to);
    }
    if (shown < counts->source[0].descs)
        fprintf(to, "... and %zu more lines of description\n", counts->source[0].descs - shown);
    field("Command:", counts->source[0].command, to);
    field("Data file:", view->file, to);
    fputs("Events recorded: ", to);
    for (size_t i = 0; i < counts->events; i++) {
        fputc(' ', to);
        msim_source_print(counts->event[i], 0, to);
    }
    fputc('\n', to);
    names("Columns shown:", &view->show, to);
    if (*view->folded)
        field("All zero:", view->folded, to);
    names("Sorted by:", &view->sort, to);
    fprintf(to, "%-17s %g%% of %s\n", "Threshold:", view->threshold, view->sort.column[0].name);
    for (size_t i = 0; i < view->includes; i++)
        field(i ? "" : "Sources also in:", view->include[i], to);
    for (size_t i = 0; i < view->chosen_files; i++)
        field(i ? "" : "Asked for:", counts->file[view->chosen[i]].name, to);
    field("Sources:", view->sources ? "of all files with functions shown" : "as asked for", to);
    fputc('\n', to);
}

/* --- tables ------------------------------------------------------------------------------------- */

/* Shows only the columns from `from` on that fit on one line; returns the first one that does
 * not. */
static size_t show_some(struct msim_cells *cells, size_t from)
{
    size_t used = 0, end = from;
    for (size_t i = 0; i < cells->columns; i++)
        cells->form[i].shown = false;
    for (; end < cells->columns; end++) {
        used += cells->form[end].width + 1;
        if (end > from && cells->view->width &&
            used + strlen(" PROGRAM TOTALS") > cells->view->width)
            break;
        cells->form[end].shown = true;
    }
    return end;
}

static void print_totals(const struct msim_view *view, FILE *to)
{
    struct msim_cells cells;
    msim_cells_make(&cells, view);
    msim_cells_measure(&cells, view->counts->total);
    msim_cells_fit(&cells, 0);
    for (size_t next, from = 0; from < view->show.columns; from = next) {
        next = show_some(&cells, from);
        msim_table_rule(to);
        msim_cells_heads(&cells, to);
        fputc('\n', to);
        msim_table_rule(to);
        msim_cells_numbers(&cells, view->counts->total, to);
        fputs(" PROGRAM TOTALS\n\n", to);
    }
    msim_cells_free(&cells);
}

/* --- lists -------------------------------------------------------------------------------------- */

static void print_row_name(const struct msim_rows *rows, size_t i, FILE *to)
{
    struct msim_row_name name = msim_row_name(rows, i);
    fputc(' ', to);
    msim_source_print(name.file, 0, to);
    if (name.function) {
        fputc(':', to);
        msim_source_print(name.function, 0, to);
    }
    if (rows->per == MSIM_PER_LINE)
        fprintf(to, ":%u", name.line);
    fputc('\n', to);
}

static void print_rows(const struct msim_rows *rows, FILE *to)
{
    static const char *const what[] = {"object", "file", "file:function", "file:line"};
    int64_t room[MSIM_EVENTS_MAX];
    struct msim_cells cells;
    msim_cells_make(&cells, rows->view);
    for (size_t i = 0; i < rows->shown; i++)
        msim_cells_measure(&cells, msim_row_count(rows, i, room));
    msim_table_head(&cells, what[rows->per], rows->view->width / 3, to);
    if (!rows->shown)
        fputs("(none reaches the threshold)\n", to);
    for (size_t i = 0; i < rows->shown; i++) {
        const int64_t *count = msim_row_count(rows, i, room);
        if (rows->view->colour)
            msim_heat_bar(rows->view, count, to);
        msim_cells_numbers(&cells, count, to);
        print_row_name(rows, i, to);
    }
    fputc('\n', to);
    msim_cells_free(&cells);
}

static void print_list(const struct msim_view *view, enum msim_per per, FILE *to)
{
    struct msim_rows rows;
    msim_rows_make(&rows, view, per);
    if (per == MSIM_PER_OBJECT && rows.rows == 1 && !strcmp(rows.object.name[0], "???")) {
        msim_table_rule(to);
        fputs("No object: the file does not say which executable or library a function is in.\n\n",
              to);
    } else {
        print_rows(&rows, to);
    }
    if (per == MSIM_PER_FUNCTION)
        msim_annotate_sources(view, &rows, to);
    msim_rows_free(&rows);
}

void msim_annotate_text(const struct msim_view *view, FILE *to)
{
    print_header(view, to);
    print_totals(view, to);
    msim_annotate_changes(view, to);
    for (int per = 0; per < MSIM_PERS; per++)
        if (view->per[per])
            print_list(view, (enum msim_per)per, to);
    if (!view->per[MSIM_PER_FUNCTION])
        msim_annotate_sources(view, NULL, to);
}
