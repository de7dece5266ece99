/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a difference changed, in sentences: "a reduction of 24,543,482 data reads, 74%". */
#include "change.h"

#include <inttypes.h>
#include <string.h>

#include "cells.h"
#include "cmd/base/human.h"
#include "source.h"

/* Tenths only where they say something; what is not quite all or nothing is never called that. */
static void print_percent(int64_t change, int64_t base, FILE *to)
{
    double percent = 100 * (double)(change < 0 ? -change : change) / (double)base;
    if (percent < 0.1)
        fputs(", less than 0.1%", to);
    else if (percent < 9.95 || (percent > 99 && percent < 99.95))
        fprintf(to, ", %.1f%%", percent);
    else if (percent >= 99.95 && percent < 100)
        fputs(", more than 99.9%", to);
    else
        fprintf(to, ", %.0f%%", percent);
}

static void print_sentence(const char *event, int64_t change, int64_t base, FILE *to)
{
    char words[96];
    uint64_t amount = (uint64_t)(change < 0 ? -change : change);
    msim_event_phrase(event, amount == 1, words, sizeof words);
    if (!change) {
        fprintf(to, "no change in %s", words);
        return;
    }
    const char *kind = change < 0 ? "a reduction of" : "an increase of";
    fprintf(to, "%s %s ", kind, msim_human_count(amount).text);
    msim_source_print(words, 0, to);
    if (base > 0)
        print_percent(change, base, to);
}

/* The function whose counts of that event changed most in the same direction. */
static size_t most_of(const struct msim_counts *counts, size_t event)
{
    size_t most = counts->functions;
    bool less = counts->total[event] < 0;
    int64_t best = 0;
    for (size_t i = 0; i < counts->functions; i++) {
        int64_t change = msim_function_total(counts, i)[event];
        if (less ? change < best : change > best) {
            best = change;
            most = i;
        }
    }
    return most;
}

static void print_most(const struct msim_counts *counts, size_t event, FILE *to)
{
    size_t function = most_of(counts, event);
    if (function == counts->functions)
        return;
    const struct msim_counts_function *is = &counts->function[function];
    fputs("      most in ", to);
    msim_source_print(counts->file[is->file].name, 0, to);
    fputc(':', to);
    msim_source_print(is->name, 0, to);
    fputs(": ", to);
    print_sentence(counts->event[event], msim_function_total(counts, function)[event], 0, to);
    fputc('\n', to);
}

void msim_annotate_changes(const struct msim_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    if (!counts->base)
        return;
    msim_table_rule(to);
    fputs("What changed; percentages are of the totals before\n", to);
    msim_table_rule(to);
    for (size_t i = 0; i < view->show.columns; i++) {
        size_t event = view->show.column[i].event;
        if (event == counts->events)
            continue;
        fprintf(to, "%-5s ", counts->event[event]);
        print_sentence(counts->event[event], counts->total[event], counts->base[event], to);
        fputc('\n', to);
        print_most(counts, event, to);
    }
    fputc('\n', to);
}
