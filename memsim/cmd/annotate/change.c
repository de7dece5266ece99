/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Says what changed in a difference: "a reduction of 24,543,482 data reads, 74%". */
#include <string.h>

#include "cmd/base/human.h"
#include "cmd/columns/column.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/source.h"
#include "present.h"

/* Prints tenths only where they matter.  Values near 0% and 100% are never rounded to these. */
static void print_percent(double change, double base, FILE *to)
{
    double percent = 100 * (change < 0 ? -change : change) / base;
    if (percent < 0.1)
        fputs(", less than 0.1%", to);
    else if (percent < 9.95 || (percent > 99 && percent < 99.95))
        fprintf(to, ", %.1f%%", percent);
    else if (percent >= 99.95 && percent < 100)
        fputs(", more than 99.9%", to);
    else
        fprintf(to, ", %.0f%%", percent);
}

/* `change` in a column of events or of sums, of which there were `base`; 0: say nothing of it. */
static void print_sentence(const struct msim_counts *counts, const char *name, msim_wide change,
                           msim_wide base, FILE *to)
{
    char words[96];
    uint64_t amount = (uint64_t)msim_amount(change);
    msim_event_phrase(counts, name, amount == 1, words, sizeof words);
    if (!change) {
        fprintf(to, "no change in %s", words);
        return;
    }
    const char *kind = change < 0 ? "a reduction of" : "an increase of";
    fprintf(to, "%s %s ", kind, msim_human_count(amount).text);
    msim_source_print(words, 0, to);
    if (base > 0)
        print_percent((double)change, (double)base, to);
}

/* The function that changed most in this column, in the direction of the total. */
static size_t most_of(const struct msim_counts *counts, const struct msim_column *column)
{
    size_t most = counts->functions;
    bool less = msim_column_over(column, counts->total) < 0;
    msim_wide best = 0;
    for (size_t i = 0; i < counts->functions; i++) {
        msim_wide change = msim_column_over(column, msim_function_total(counts, i));
        if (less ? change < best : change > best) {
            best = change;
            most = i;
        }
    }
    return most;
}

/* What the sentence after it leaves for a function's name. */
static size_t room_for_place(const struct msim_view *view, const struct msim_column *column,
                             size_t function)
{
    enum { REST = 32, LEAST_ROOM = 12 }; /* of "      most in : an increase of  " */
    char words[96];
    const int64_t *count = msim_function_total(view->counts, function);
    msim_event_phrase(view->counts, column->name, false, words, sizeof words);
    size_t used = REST + strlen(words) + strlen(msim_value_exact(column, count).text);
    if (!view->cut)
        return 0;
    return view->width > used + LEAST_ROOM ? view->width - used : LEAST_ROOM;
}

static void print_most(const struct msim_view *view, const struct msim_column *column, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    size_t function = most_of(counts, column);
    if (function == counts->functions)
        return;
    const struct msim_counts_function *is = &counts->function[function];
    struct msim_row_name name = {.file = counts->file[is->file].name, .function = is->name};
    uint32_t part = is->first;
    if (part != MSIM_NOTHING && counts->part[part].next == MSIM_NOTHING &&
        counts->part[part].object != MSIM_NOTHING)
        name.object = counts->object.name[counts->part[part].object];
    fputs("      most in ", to);
    msim_place_print(&name, room_for_place(view, column, function), to);
    fputs(": ", to);
    print_sentence(view->counts, column->name,
                   msim_column_over(column, msim_function_total(counts, function)), 0, to);
    fputc('\n', to);
}

void msim_annotate_changes(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    if (msim_view_is_unchanged(view)) {
        fputs(counts->base ? "Nothing changed: all counts of the two files are the same.\n\n"
                           : "All counts are 0: nothing was counted, or nothing changed.\n\n",
              to);
        return;
    }
    if (!counts->base)
        return;
    fputs("What changed; percentages are of the totals before\n", to);
    msim_table_rule(to);
    for (size_t i = 0; i < view->show.columns; i++) {
        const struct msim_column *column = &view->show.column[i];
        if (column->kind != MSIM_COLUMN_COUNT)
            continue;
        fprintf(to, "%-5s ", column->name);
        print_sentence(view->counts, column->name, msim_column_over(column, counts->total),
                       msim_column_over(column, counts->base), to);
        fputc('\n', to);
        print_most(view, column, to);
    }
    fputc('\n', to);
}
