/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pairs and figures as text (validate.h).  On a narrow terminal, cycles are short, and names have
 * lines of their own.
 */
#include "validate.h"

#include <math.h>
#include <string.h>

#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/column.h"
#include "cmd/files/terminal.h"
#include "cmd/listing/aligned.h"

enum { NARROW = 110, INDENT = 4 };

/* 0: no limit. */
static size_t width_of(const FILE *to)
{
    return to == stdout ? msim_terminal_width() : 0;
}

static void add_cycles(struct msim_aligned *table, double cycles, bool is_narrow)
{
    msim_aligned_cell(table, "%s",
                      is_narrow ? msim_human_short(cycles, false).text
                                : msim_human_count((uint64_t)llround(cycles)).text);
}

static void add_part(struct msim_aligned *table, const struct msim_validated_form *form)
{
    size_t part = msim_validated_largest(form);
    msim_aligned_cell(table, "%s %.0f%%", msim_cycles_part(part),
                      msim_percent(form->part[part], form->predicted));
}

static void add_row(struct msim_aligned *table, const struct msim_validated_pair *pair,
                    bool is_narrow)
{
    double native = msim_validated_native(pair), predicted = msim_validated_predicted(pair);
    double factor = native > predicted ? native / predicted : predicted / native;
    msim_aligned_cell(table, "%.2f", native);
    msim_aligned_cell(table, "%.2f", predicted);
    msim_aligned_cell(table, "%.2f", factor);
    for (int i = 0; i < MSIM_FORMS; i++) {
        add_cycles(table, msim_validated_cycles(&pair->form[i]), is_narrow);
        add_cycles(table, pair->form[i].predicted, is_narrow);
        add_part(table, &pair->form[i]);
    }
}

static void put_name(const struct msim_validated_pair *pair, bool is_narrow, FILE *to)
{
    double apart = fmax(msim_validated_apart(&pair->form[MSIM_SLOW]),
                        msim_validated_apart(&pair->form[MSIM_FAST]));
    if (is_narrow)
        fprintf(to, "\n%*s%s", INDENT, "", pair->name);
    else
        fprintf(to, "  %s", pair->name);
    if (!msim_validated_repeats(pair))
        fprintf(to, " (not counted: its native times are %.0f%% apart)", 100 * apart);
    fputc('\n', to);
}

static void put_sizes(const struct msim_validated *validated, FILE *to)
{
    const struct msim_validated_sizes *sizes = &validated->sizes;
    fprintf(to, "Pairs of small programs, natively and simulated on %s.\n",
            validated->machine ? validated->machine : "host");
    fprintf(to, "Data: %s inside L1, ", msim_human_size(sizes->l1).text);
    fprintf(to, "%s inside L2, ", msim_human_size(sizes->l2).text);
    fprintf(to, "%s beyond all caches; the clock: %.2f GHz.\n\n",
            msim_human_size(sizes->beyond).text, validated->rate);
}

static void put_figures(const struct msim_validated *validated, FILE *to)
{
    struct msim_validated_figures figures = msim_validated_figures(validated);
    fprintf(to, "\n%s of %zu counted, whose native times repeat within %.0f%%.\n",
            msim_human_things(figures.pairs, "pair", "pairs").text, validated->pairs,
            100 * MSIM_VALIDATED_REPEATS);
    if (!isnan(figures.rank_correlation))
        fprintf(to, "Rank correlation of the gains: %.2f\n", figures.rank_correlation);
    if (!figures.pairs)
        return;
    fprintf(to, "Factor between the gains: median %.2f, worst %.2f (%s)\n", figures.median_factor,
            figures.worst_factor, figures.worst);
    fprintf(to, "Cycles of each form: median error %.0f%%\n", 100 * figures.median_error);
}

static void put_wrapped(void (*put)(const struct msim_validated *validated, FILE *to),
                        const struct msim_validated *validated, FILE *to)
{
    struct msim_wrapped wrapped;
    put(validated, msim_wrap_begin(&wrapped));
    msim_wrap_end(&wrapped, to, INDENT, width_of(to));
}

void msim_validated_text(const struct msim_validated *validated, FILE *to)
{
    static const char *const heads[] = {"gain", "predicted", "factor",
                                        "slow", "predicted", "most of it",
                                        "fast", "predicted", "most of it"};
    struct msim_aligned table = {.gap = 2};
    enum { COLUMNS = sizeof heads / sizeof *heads };
    bool is_narrow = width_of(to) && width_of(to) < NARROW;
    if (is_narrow)
        table.gap = 1;
    for (size_t i = 0; i < COLUMNS; i++)
        msim_aligned_head(&table, "%s", heads[i]);
    for (size_t i = 0; i < validated->pairs; i++)
        add_row(&table, &validated->pair[i], is_narrow);
    put_wrapped(put_sizes, validated, to);
    msim_aligned_put_heads(&table, COLUMNS, to);
    fputs(is_narrow ? "\n    pair\n" : "  pair\n", to);
    for (size_t i = 0; i < validated->pairs; i++) {
        msim_aligned_put(&table, i, COLUMNS, to);
        put_name(&validated->pair[i], is_narrow, to);
    }
    put_wrapped(put_figures, validated, to);
    msim_aligned_free(&table);
}
