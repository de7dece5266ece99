/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Prints the head, who held the peak, and the other parts in their order; see present.h. */
#include "present.h"

#include <string.h>

#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/files/terminal.h"
#include "cmd/listing/aligned.h"

enum { INDENT = 2, GAP = 2, COLUMNS = 6, HEAD = 10 };

/* --- the head --------------------------------------------------------------------------------- */

static void put_head(const char *what, const char *text, const struct msim_heaped_view *view,
                     FILE *to)
{
    fprintf(to, "%-*s", HEAD, what);
    msim_utf8_put(to, text, view->width - HEAD);
    fputc('\n', to);
}

static void put_peak(const struct msim_heaped *heap, FILE *to)
{
    const struct msim_heaped_snapshot *peak = &heap->snapshot[heap->peak];
    fprintf(to, "%-*s%s bytes: %s heap, %s extra", HEAD, "peak",
            msim_human_count(msim_heaped_total(peak)).text, msim_human_count(peak->heap).text,
            msim_human_count(peak->extra).text);
    if (peak->stacks)
        fprintf(to, ", %s stacks", msim_human_count(peak->stacks).text);
    fprintf(to, "\n%*s", HEAD, "");
    fprintf(to, "at time %s %s, in snapshot %zu\n", msim_human_count(peak->time).text,
            msim_heaped_unit_name(heap->unit), heap->peak);
}

/* "load;parse, 12 of the snapshots" */
static void put_region(const struct msim_heaped_in_region *in, const struct msim_heaped_view *view,
                       FILE *to)
{
    char text[300];
    int used = snprintf(text, sizeof text, "%.200s",
                        *in->name == '-' ? "none: what is in no region" : in->name);
    snprintf(text + used, sizeof text - (size_t)used, ", %zu of the snapshots", in->snapshots);
    put_head("region", text, view, to);
}

static void put_heads(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to)
{
    const struct msim_heaped *heap = report->heap;
    size_t trees = 0;
    for (size_t i = 0; i < heap->snapshots; i++)
        trees += heap->snapshot[i].tree != MSIM_NO_TREE;
    put_head("command", heap->command, view, to);
    put_head("recorded", heap->desc, view, to);
    put_head("time", msim_heaped_unit_name(heap->unit), view, to);
    fprintf(to, "%-*s%zu, %zu with trees\n", HEAD, "snapshots", heap->snapshots, trees);
    put_peak(heap, to);
    if (report->in)
        put_region(report->in, view, to);
}

/* --- the table of snapshots ------------------------------------------------------------------- */

static struct msim_aligned make_table(const struct msim_heaped *heap)
{
    struct msim_aligned table = {.indent = INDENT, .gap = GAP};
    static const char *const heads[] = {"number", NULL, "total", "heap", "extra", "stacks"};
    for (size_t column = 0; column < COLUMNS; column++)
        if (heads[column])
            msim_aligned_head(&table, "%s", heads[column]);
        else
            msim_aligned_head(&table, "time (%s)", heap->unit);
    for (size_t row = 0; row < heap->snapshots; row++) {
        const struct msim_heaped_snapshot *of = &heap->snapshot[row];
        const uint64_t fields[COLUMNS] = {row,      of->time,  msim_heaped_total(of),
                                          of->heap, of->extra, of->stacks};
        for (size_t column = 0; column < COLUMNS; column++)
            msim_aligned_cell(&table, "%s", msim_human_count(fields[column]).text);
    }
    return table;
}

static void put_snapshots(const struct msim_heaped_report *report,
                          const struct msim_heaped_view *view, FILE *to)
{
    const struct msim_heaped *heap = report->heap;
    struct msim_aligned table = make_table(heap);
    fputs("\nsnapshots, in bytes\n\n", to);
    msim_aligned_put_heads(&table, COLUMNS, to);
    fputc('\n', to);
    for (size_t row = 0; row < heap->snapshots; row++) {
        const struct msim_heaped_snapshot *snapshot = &heap->snapshot[row];
        if (report->in && !report->in->snapshot[row])
            continue;
        msim_aligned_put(&table, row, COLUMNS, to);
        fprintf(to, "%s%s\n", snapshot->tree ? "  " : "", msim_heaped_tree_name(snapshot->tree));
        if (!view->trees || !snapshot->tree)
            continue;
        fputc('\n', to);
        msim_heaped_show_tree(heap, row, view, to);
        if (row + 1 < heap->snapshots) {
            fputc('\n', to);
            msim_aligned_put_heads(&table, COLUMNS, to);
            fputc('\n', to);
        }
    }
    msim_aligned_free(&table);
}

/* --- all parts -------------------------------------------------------------------------------- */

static void put_peak_tree(const struct msim_heaped *heap, const struct msim_heaped_view *view,
                          FILE *to)
{
    size_t tree = msim_heaped_largest_tree(heap);
    if (tree == heap->snapshots) {
        fputs("\nno snapshot has a tree\n", to);
        return;
    }
    struct msim_wrapped title;
    FILE *first = msim_wrap_begin(&title);
    if (tree == heap->peak)
        fprintf(first, "\nthe peak, snapshot %zu, ", tree);
    else
        fprintf(first, "\nthe peak has no tree; snapshot %zu, the largest that has one, ", tree);
    fputs("by who called the allocating function", first);
    fputs(heap->folded ? ",\nwithout library code (--system-frames shows it)\n\n" : "\n\n", first);
    msim_wrap_end(&title, to, 0, view->width);
    msim_heaped_show_split(heap, tree, view, to);
    msim_heaped_show_tree(heap, tree, view, to);
}

/* The answer of one screen: who held the peak, from a share of it on, and who called malloc if
 * there is room for that. */
struct short_answer {
    const struct msim_heaped_report *report;
    const struct msim_heaped_view *view;
};

static const double shares[] = {50, 30, 20, 15, 10, 7, 5, 3, 2};

enum { SHARES = sizeof shares / sizeof *shares };

static void put_short(const void *of, size_t level, FILE *to)
{
    const struct short_answer *is = of;
    struct msim_heaped_view view = *is->view;
    if (level <= SHARES && shares[level - 1] > view.least)
        view.least = shares[level - 1];
    put_heads(is->report, &view, to);
    put_peak_tree(is->report->heap, &view, to);
    if (level > SHARES + 1)
        msim_heaped_usage(is->report->alloc, &view, to);
}

static void answer(const struct msim_heaped_report *report, const struct msim_heaped_view *view)
{
    const struct short_answer is = {report, view};
    if (report->heap && !report->in)
        msim_terminal_answer(put_short, &is, SHARES + (report->alloc ? 2 : 1));
}

void msim_heaped_text(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to)
{
    answer(report, view);
    if (report->heap) {
        put_heads(report, view, to);
        msim_heaped_graph(report->heap, report->in, view, to);
        if (!view->trees && !report->in)
            put_peak_tree(report->heap, view, to);
    } else {
        put_head("command", report->alloc->command, view, to);
    }
    if (report->note) {
        fputc('\n', to);
        msim_wrap(to, report->note, 0, 0, view->width);
    }
    if (report->alloc) {
        if (!report->in)
            msim_heaped_usage(report->alloc, view, to);
        msim_heaped_regions(report, view, to);
        msim_heaped_lines(report->alloc, view, to);
        msim_heaped_paths(report->alloc, view, to);
    }
    if (report->heap)
        put_snapshots(report, view, to);
}
