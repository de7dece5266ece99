/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The totals, one column of the view a row: exact, per thousand instructions, the rate of misses,
 * and what they contribute to Cy.  Of a difference: before, after, and the change.
 */
#include <stdlib.h>
#include <string.h>

#include "about.h"
#include "cells.h"
#include "cmd/columns/column.h"
#include "stack.h"

enum { NAME = 5, WORDS = 24, COUNT = 17, BEFORE = 20, WIDE = 78 };

/* --- rates ------------------------------------------------------------------------------------ */

enum { FETCH = 1, READ = 2, WRITE = 4 };

/* Which references an event of misses counts; 0: it is not an event of misses. */
static unsigned kind_of(const char *event)
{
    size_t length = strlen(event);
    bool branch = *event == 'B';
    if (branch || length < 4 || event[length - 2] != 'm')
        return 0;
    if (*event == 'I')
        return FETCH;
    return *event != 'D' ? 0 : event[length - 1] == 'r' ? READ : WRITE;
}

/* The references that a column's misses are relative to, "D"; NULL: it is not one of misses. */
static const char *references(const struct msim_column *column, const struct msim_counts *counts,
                              double *sum)
{
    static const char *const names[] = {NULL, "Ir", "Dr", NULL, "Dw", NULL, "D", "refs"};
    static const char *const events[] = {"Ir", "Dr", "Dw"};
    unsigned kinds = 0;
    for (size_t i = 0; i < counts->events; i++) {
        unsigned kind = column->weight[i] ? kind_of(counts->event[i]) : 0;
        if (column->weight[i] && !kind)
            return NULL;
        kinds |= kind;
    }
    *sum = 0;
    for (unsigned i = 0; i < 3; i++) {
        size_t event = msim_counts_event(counts, events[i], 2);
        if (!(kinds >> i & 1))
            continue;
        if (event == counts->events)
            return NULL; /* as in files of objects, which may lack Dr and Dw */
        *sum += (double)counts->total[event];
    }
    return *sum > 0 ? names[kinds] : NULL;
}

/* --- what a column contributes to Cy ---------------------------------------------------------- */

/* In percent of Cy; false: it contributes nothing that has a name. */
static bool contribution(const struct msim_view *view, const struct msim_column *cy,
                         const struct msim_column *column, double *percent)
{
    const struct msim_counts *counts = view->counts;
    double sum = 0, whole = (double)msim_column_over(cy, counts->total);
    for (size_t i = 0; i < counts->events; i++)
        if (column->weight[i])
            sum += (double)cy->weight[i] * (double)counts->total[i];
    *percent = whole ? 100 * sum / whole : 0;
    return column->kind == MSIM_COLUMN_COUNT && sum > 0 && whole > 0;
}

/* --- rows ------------------------------------------------------------------------------------- */

/* The meaning of names is left out where there is no room. */
static int words_width(const struct msim_view *view)
{
    return view->width && view->width < WIDE ? 0 : WORDS;
}

/* The width of the longest name. */
static int name_width(const struct msim_view *view)
{
    size_t width = NAME;
    for (size_t i = 0; i < view->show.columns; i++) {
        size_t length = strlen(view->show.column[i].name);
        width = length > width ? length : width;
    }
    return (int)width;
}

/* The width of the counts: less where a row would not fit. */
static int count_width(const struct msim_view *view)
{
    enum { RATES = 33, LEAST = sizeof "count" - 1 };
    size_t used = (size_t)(name_width(view) + words_width(view) + 2) + RATES, longest = LEAST;
    for (size_t i = 0; i < view->show.columns; i++) {
        const struct msim_column *column = &view->show.column[i];
        size_t length = strlen(msim_value_exact(column, view->counts->total).text);
        longest = length > longest ? length : longest;
    }
    size_t left = !view->width ? COUNT : view->width > used ? view->width - used : 0;
    return (int)(left >= COUNT || longest >= COUNT ? COUNT : left > longest ? left : longest);
}

/* The name, what it means, if there is room, and the count, whose room long words may take. */
static void print_words(const struct msim_view *view, const struct msim_column *column,
                        const char *words, FILE *to)
{
    struct msim_value_text value = msim_value_exact(column, view->counts->total);
    size_t width = (size_t)(words_width(view) + 1 + count_width(view));
    bool fits = words_width(view) && strlen(words) + 1 + strlen(value.text) <= width;
    if (!fits || !strcmp(words, column->name))
        words = "";
    fprintf(to, "%-*s %s%*s", name_width(view), column->name, words, (int)(width - strlen(words)),
            value.text);
}

static void print_row(const struct msim_view *view, const struct msim_column *column,
                      const struct msim_column *cy, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    double sum, percent, pti = 0;
    char rate[40] = "", share[16] = "", per[24] = "", words[96];
    size_t ir = msim_counts_event(counts, "Ir", 2);
    bool is_cy = !strcmp(column->name, "Cy"), is_count = column->kind == MSIM_COLUMN_COUNT;
    const char *of = is_count ? references(column, counts, &sum) : NULL;
    double value = (double)msim_column_over(column, counts->total);
    if (ir < counts->events && counts->total[ir] > 0)
        pti = 1000 * value / (double)counts->total[ir];
    if (of) {
        snprintf(rate, sizeof rate, "%.2f%% of %s", 100 * value / sum, of);
        snprintf(per, sizeof per, "%.2f", pti);
    } else if (is_cy && pti > 0) {
        snprintf(rate, sizeof rate, "%.2f per Ir", pti / 1000);
    }
    if (cy && !is_cy && contribution(view, cy, column, &percent))
        snprintf(share, sizeof share, "%.1f%%", percent);
    msim_event_phrase(counts, column->name, false, words, sizeof words);
    print_words(view, column, words, to);
    if (*share)
        fprintf(to, " %8s  %-13s %6s", per, rate, share);
    else if (*rate)
        fprintf(to, " %8s  %s", per, rate);
    fputc('\n', to);
}

static void print_change(const struct msim_view *view, const struct msim_column *column, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    int64_t after[MSIM_EVENTS_MAX];
    double change = (double)msim_column_over(column, counts->total);
    double base = (double)msim_column_over(column, counts->base);
    for (size_t i = 0; i < counts->events; i++)
        if (__builtin_add_overflow(counts->base[i], counts->total[i], &after[i]))
            after[i] = counts->base[i] < 0 ? -INT64_MAX : INT64_MAX;
    fprintf(to, "%-*s %*s", name_width(view), column->name, BEFORE,
            msim_value_exact(column, counts->base).text);
    fprintf(to, " %*s", BEFORE, msim_value_exact(column, after).text);
    if (column->kind == MSIM_COLUMN_COUNT && base != 0)
        fprintf(to, " %+10.1f%%", 100 * change / base);
    else if (column->kind == MSIM_COLUMN_COUNT && change != 0)
        fprintf(to, " %11s", "n/a");
    fputc('\n', to);
}

/* How many events a column has. */
static size_t weighted(const struct msim_column *column)
{
    size_t sum = 0;
    for (size_t i = 0; i < column->events; i++)
        sum += column->weight[i] != 0;
    return sum;
}

/* What all cycles were spent on, if they were simulated. */
static void print_stack(const struct msim_view *view, FILE *to)
{
    struct msim_stack stack;
    msim_stack_init(&stack, view->counts, view->width, view->colour);
    msim_stack_print(&stack, "", 0, view->counts->total, to);
    msim_stack_legend(&stack, to);
}

void msim_listing_totals(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    struct msim_column cy;
    char *error = msim_column_make(&cy, counts, view->cycles, "Cy", 2);
    bool has_misses = !error && weighted(&cy) > 1;
    const char *only = counts->regions.only;
    fprintf(to, "Totals of %s\n",
            !only   ? "the program"
            : *only ? "the region"
                    : "what is in no region");
    msim_table_rule(to);
    if (counts->base)
        fprintf(to, "%-*s %*s %*s %11s\n", name_width(view), "", BEFORE, "before", BEFORE, "after",
                "change");
    else
        fprintf(to, "%-*s %*s%s\n", name_width(view) + words_width(view) + 1, "", count_width(view),
                "count", has_misses ? " /1000 Ir  rate           of Cy" : "");
    msim_table_rule(to);
    for (size_t i = 0; i < view->show.columns; i++) {
        if (counts->base)
            print_change(view, &view->show.column[i], to);
        else
            print_row(view, &view->show.column[i], has_misses ? &cy : NULL, to);
    }
    print_stack(view, to);
    if (!error)
        msim_column_free(&cy);
    free(error);
}
