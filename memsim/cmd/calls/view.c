/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Columns, order, thresholds and values; see view.h. */
#include "view.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/columns/usual.h"

static void make(struct msim_columns *columns, const struct msim_counts *counts, const char *cycles,
                 const char *option, const char *list)
{
    char *error = msim_columns_make(columns, counts, cycles, list);
    if (error)
        msim_bad_input("%s=%s: %s", option, list, error);
}

/* The column sorted by comes first in text, whatever else is shown. */
static void put_first(struct msim_calls_view *view, const char *cycles)
{
    struct msim_columns *show = &view->show, first = {0};
    const char *name = view->sort.column[0].name;
    size_t at = 0;
    while (at < show->columns && strcmp(show->column[at].name, name) != 0)
        at++;
    if (at == show->columns) {
        make(&first, view->counts, cycles, "--sort", name);
        for (size_t i = 0; i < show->columns; i++) {
            first.column = realloc(first.column, (i + 2) * sizeof *first.column);
            if (!first.column)
                msim_bad_input("out of memory");
            first.column[first.columns++] = show->column[i];
        }
        free(show->column);
        *show = first;
        return;
    }
    struct msim_column found = show->column[at];
    memmove(show->column + 1, show->column, at * sizeof found);
    show->column[0] = found;
}

void msim_calls_columns(struct msim_calls_view *view, const char *show, const char *sort,
                        const char *cycles, bool text)
{
    static struct msim_usual usual;
    static char sorted[MSIM_USUAL_ROOM];
    char *error = cycles ? msim_cycles_check(cycles) : NULL;
    if (error)
        msim_bad_usage("--cycles=%s: %s", cycles, error);
    msim_usual_columns(&usual, view->counts, cycles);
    if (!text)
        strcpy(usual.sort, strcpy(usual.show, "all"));
    make(&view->show, view->counts, cycles, "--show", show ? show : usual.show);
    /* A named list is sorted by its first column. */
    if (text && show)
        snprintf(sorted, sizeof sorted, "%.*s,all", (int)strcspn(show, ","), show);
    make(&view->sort, view->counts, cycles, "--sort",
         sort           ? sort
         : text && show ? sorted
                        : usual.sort);
    if (text)
        put_first(view, cycles);
}

void msim_calls_columns_free(struct msim_calls_view *view)
{
    msim_columns_free(&view->show);
    msim_columns_free(&view->sort);
}

int msim_calls_order(const struct msim_calls_view *view, const int64_t *a, const int64_t *b)
{
    int order = 0;
    for (size_t i = 0; i < view->sort.columns && !order; i++)
        order = msim_column_order(&view->sort.column[i], a, b);
    return order;
}

static msim_wide whole(const struct msim_calls_view *view, const struct msim_column *column)
{
    return msim_amount(msim_column_over(column, msim_counts_whole(view->counts)));
}

msim_wide msim_calls_least(const struct msim_calls_view *view)
{
    long double all = (long double)whole(view, &view->sort.column[0]);
    return (msim_wide)ceill(all * (long double)view->threshold / 100);
}

bool msim_calls_reaches(const struct msim_calls_view *view, const int64_t *count)
{
    msim_wide amount = msim_amount(msim_column_over(&view->sort.column[0], count));
    return amount >= msim_calls_least(view);
}

struct msim_value_text msim_calls_share(const struct msim_calls_view *view,
                                        const struct msim_column *column, const int64_t *count)
{
    struct msim_value_text made = {""};
    double all = (double)whole(view, column), part = (double)msim_column_over(column, count);
    if (column->kind == MSIM_COLUMN_COUNT && all > 0)
        snprintf(made.text, sizeof made.text, "%.1f%%", 100 * part / all);
    return made;
}
