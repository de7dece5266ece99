/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The branches that matter, as text (present.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/listing/aligned.h"
#include "cmd/names/labels.h"
#include "present.h"

enum { GAP = 2, INDENT = 4, COLUMNS = 4, SOURCE_LEAST = 24 };

static void put_totals(const struct msim_branch_view *view, FILE *to)
{
    fprintf(to, "%s\n", view->file);
    fprintf(to, "%s, ",
            msim_human_things(view->times[0], "conditional branch", "conditional branches").text);
    fprintf(to, "%.1f%% taken, ", msim_percent((double)view->taken, (double)view->times[0]));
    fprintf(to, "%s mispredicted (%.1f%%)\n", msim_human_count(view->wrong[0]).text,
            msim_percent((double)view->wrong[0], (double)view->times[0]));
    fprintf(to, "%s, ",
            msim_human_things(view->times[1], "indirect branch", "indirect branches").text);
    fprintf(to, "%s mispredicted (%.1f%%)\n", msim_human_count(view->wrong[1]).text,
            msim_percent((double)view->wrong[1], (double)view->times[1]));
    if (view->has_cycles)
        fputs("Cycles: those of the lines' mispredictions (CyBranch)\n\n", to);
    else
        fprintf(to, "Cycles: %d for each misprediction\n\n", MSIM_BRANCH_REFILL);
}

static void add_row(struct msim_aligned *table, const struct msim_shown_branch *row)
{
    const struct msim_counted_branch *is = &row->is;
    msim_aligned_cell(table, "%s", msim_human_count(is->wrong).text);
    msim_aligned_cell(table, "%s", msim_human_count(is->times).text);
    if (is->indirect)
        msim_aligned_cell(table, "-");
    else
        msim_aligned_cell(table, "%.1f%%", msim_percent((double)is->taken, (double)is->times));
    msim_aligned_cell(table, "%s", msim_human_count((uint64_t)llround(row->cycles)).text);
}

static void add_source(struct msim_labels *labels, const struct msim_shown_branch *row)
{
    char *source = msim_branch_source(&row->is);
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_PATH, "%s", source);
    if (row->is.line) {
        msim_labels_put(labels, MSIM_LABEL_PLACE, " (");
        msim_labels_put(labels, MSIM_LABEL_NAME, "%s", row->is.function);
        msim_labels_put(labels, MSIM_LABEL_PLACE, ")");
    }
    free(source);
}

/* On the next lines, what can be said of it. */
static void put_advice(const struct msim_branch_view *view, const struct msim_shown_branch *row,
                       FILE *to)
{
    char *advice = msim_branch_advice_text(row);
    if (advice) {
        fprintf(to, "%*s%s", INDENT, "", view->colour ? "\033[33m" : "");
        msim_wrap(to, advice, INDENT, INDENT, view->width);
        fputs(view->colour ? "\033[0m" : "", to);
    }
    free(advice);
}

static void put_end(const struct msim_branch_view *view, FILE *to)
{
    bool any = false;
    for (size_t i = 0; i < view->shown; i++)
        any |= view->row[i].is_library;
    if (view->shown < view->rows)
        fprintf(to, "and %zu more (--limit=0)\n", view->rows - view->shown);
    if (any)
        msim_wrap(to, "Of branches in libraries nothing is said (--system-frames).", 0, 0,
                  view->width);
}

void msim_branches_text(const struct msim_branch_view *view, FILE *to)
{
    static const char *const heads[COLUMNS] = {"mispredicted", "executed", "taken", "cycles"};
    struct msim_aligned table = {.gap = GAP};
    struct msim_labels labels = {.count = 0};
    put_totals(view, to);
    if (!view->shown) {
        fputs("No branch matters.\n", to);
        return;
    }
    for (size_t i = 0; i < COLUMNS; i++)
        msim_aligned_head(&table, "%s", heads[i]);
    for (size_t i = 0; i < view->shown; i++)
        add_row(&table, &view->row[i]);
    size_t used = msim_aligned_put_heads(&table, COLUMNS, to) + GAP;
    fprintf(to, "%*ssource\n", GAP, "");
    for (size_t i = 0; i < view->shown; i++)
        add_source(&labels, &view->row[i]);
    msim_labels_fit(&labels, !view->width                        ? SIZE_MAX
                             : view->width > used + SOURCE_LEAST ? view->width - used
                                                                 : SOURCE_LEAST);
    for (size_t i = 0; i < view->shown; i++) {
        msim_aligned_put(&table, i, COLUMNS, to);
        fprintf(to, "%*s%s\n", GAP, "", msim_labels_text(&labels, i));
        put_advice(view, &view->row[i], to);
    }
    msim_labels_free(&labels);
    put_end(view, to);
    msim_aligned_free(&table);
}
