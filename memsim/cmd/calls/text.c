/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Profiles of calls as text: totals, functions, callers and callees. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/columns/column.h"
#include "cmd/columns/sampled.h"
#include "cmd/files/terminal.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/stack.h"
#include "cmd/listing/symbols.h"
#include "present.h"
#include "table.h"

enum { LABEL = 18, ROOM = 4096, DESCS = 20, STACK = 12 };

/* --- order ------------------------------------------------------------------------------------ */

static const int64_t *sorted_by(const struct msim_calls_shown *shown, uint32_t frame)
{
    const struct msim_costs *costs = shown->costs;
    return (shown->view->by_own ? costs->own : costs->inclusive) + frame * costs->events;
}

static bool costs_more(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_calls_shown *shown = context;
    return msim_calls_order(shown->view, sorted_by(shown, a), sorted_by(shown, b)) < 0;
}

uint32_t *msim_calls_rows(const struct msim_calls_shown *shown, size_t *rows)
{
    uint32_t *row = msim_order((uint32_t)shown->frames->frames, costs_more, shown);
    *rows = 0;
    for (size_t i = 0; i < shown->frames->frames; i++) {
        const int64_t *count = sorted_by(shown, row[i]);
        bool any = shown->costs->calls[row[i]] != 0;
        for (size_t e = 0; e < shown->costs->events; e++)
            any |= count[e] != 0;
        if (any && msim_calls_reaches(shown->view, count))
            row[(*rows)++] = row[i];
    }
    return row;
}

struct own_order {
    const struct msim_calls_shown *shown;
    const uint32_t *row;
};

static bool costs_more_itself(const void *context, uint32_t a, uint32_t b)
{
    const struct own_order *order = context;
    const struct msim_costs *costs = order->shown->costs;
    return msim_calls_order(order->shown->view, costs->own + order->row[a] * costs->events,
                            costs->own + order->row[b] * costs->events) < 0;
}

struct relation_order {
    const struct msim_calls_view *view;
    const struct msim_relations *of;
};

static bool is_related_more(const void *context, uint32_t a, uint32_t b)
{
    const struct relation_order *order = context;
    size_t events = order->view->counts->events;
    return msim_calls_order(order->view, order->of->count + a * events,
                            order->of->count + b * events) < 0;
}

uint32_t *msim_calls_relation_order(const struct msim_calls_view *view,
                                    const struct msim_relations *of)
{
    struct relation_order order = {view, of};
    return msim_order((uint32_t)of->relations, is_related_more, &order);
}

/* What a caller or callee is called. */
static const char *relation_name(const struct msim_profile_frames *frames,
                                 const struct msim_relation *relation, bool caller, char *room,
                                 size_t size)
{
    switch (relation->kind) {
    case MSIM_RELATION_THREAD:
        return "(start of the program or a thread)";
    case MSIM_RELATION_SIGNAL:
        snprintf(room, size, "(signal %" PRIu32 ")", relation->frame);
        return room;
    case MSIM_RELATION_SELF:
        return "(itself)";
    case MSIM_RELATION_INLINED:
        snprintf(room, size, "%.*s [%s]", (int)size - 20, frames->frame[relation->frame].name,
                 caller ? "inlines it" : "inlined");
        return room;
    default:
        return frames->frame[relation->frame].name;
    }
}

/* --- rows ------------------------------------------------------------------------------------- */

static void add_value(struct msim_calls_table *table, const struct msim_calls_view *view,
                      size_t column, const int64_t *count, bool share)
{
    const struct msim_column *shown = &view->show.column[column];
    msim_aligned_cell(&table->cells, "%s", msim_value_or_average(view->counts, shown, count).text);
    if (share)
        msim_aligned_cell(&table->cells, "%s", msim_calls_share(view, shown, count).text);
}

static void put_unsampled(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_costs *costs = shown->costs;
    struct msim_unsampled_sum sum = {0};
    for (size_t frame = 0; frame < shown->frames->frames; frame++)
        msim_unsampled_add(&sum, shown->view->counts, costs->own + frame * costs->events);
    msim_unsampled_put(&sum, shown->view->counts, "functions", shown->view->width, to);
}

/* Leaves `most` of the rows: those that cost most themselves, in the order that they have. */
static size_t choose_rows(const struct msim_calls_shown *shown, uint32_t *row, size_t rows,
                          size_t most)
{
    uint32_t *order =
        msim_order((uint32_t)rows, costs_more_itself, &(struct own_order){shown, row});
    bool *is_chosen = msim_zeroed(rows, sizeof *is_chosen);
    size_t kept = 0;
    for (size_t i = 0; i < rows && i < most; i++)
        is_chosen[order[i]] = true;
    for (size_t i = 0; i < rows; i++)
        if (is_chosen[i])
            row[kept++] = row[i];
    MSIM_FREE(order, is_chosen);
    return kept;
}

static void print_functions(const struct msim_calls_shown *shown, size_t most, FILE *to)
{
    const struct msim_calls_view *view = shown->view;
    const struct msim_costs *costs = shown->costs;
    struct msim_calls_table table = {.keep = 4};
    size_t rows;
    uint32_t *row = msim_calls_rows(shown, &rows);
    rows = most < rows ? choose_rows(shown, row, rows, most) : rows;
    const char *sorted = view->sort.column[0].name;
    fprintf(to, "Functions, by %s cost, from %g%% of %s%s: %zu of %zu\n",
            view->by_own ? "exclusive" : "inclusive", view->threshold, sorted,
            msim_cycles_note(view->counts, sorted), rows, shown->frames->frames);
    for (size_t i = 0; i < view->show.columns; i++) {
        msim_aligned_head(&table.cells, "%s%s", view->show.column[i].name,
                          i ? " incl" : " inclusive");
        if (!i)
            msim_aligned_head(&table.cells, "%s", "");
        msim_aligned_head(&table.cells, "%s%s", view->show.column[i].name,
                          i ? " excl" : " exclusive");
        if (!i)
            msim_aligned_head(&table.cells, "%s", "");
        if (!i)
            msim_aligned_head(&table.cells, "calls");
    }
    for (size_t r = 0; r < rows; r++) {
        uint32_t frame = row[r];
        for (size_t i = 0; i < view->show.columns; i++) {
            add_value(&table, view, i, costs->inclusive + frame * costs->events, !i);
            add_value(&table, view, i, costs->own + frame * costs->events, !i);
            if (!i)
                msim_aligned_cell(
                    &table.cells, "%s",
                    msim_calls_number(costs->calls[frame], costs->inlined[frame]).text);
        }
        bool mark = costs->recursive[frame];
        msim_calls_put_frame(&table.labels, 0, shown->frames->frame[frame].name,
                             !mark                   ? ""
                             : shown->calls->context ? " [recursive]"
                                                     : " [cycle]",
                             &shown->frames->frame[frame]);
    }
    msim_calls_table_print(&table, "function", view->width, to);
    put_unsampled(shown, to);
    if (costs->cyclic)
        fprintf(to,
                "%zu functions call each other in cycles [cycle].  Edges alone do not say how "
                "often a cost\n"
                "is contained in others, so their inclusive costs count some calls several times.  "
                "The\n"
                "tree that memsim writes (--calls=yes) has no such limit.\n",
                costs->cyclic);
    fputc('\n', to);
    free(row);
}

/* --- callers and callees ---------------------------------------------------------------------- */

static void print_relations(const struct msim_calls_shown *shown, const struct msim_relations *of,
                            uint32_t frame, bool callers, FILE *to)
{
    const struct msim_calls_view *view = shown->view;
    struct msim_calls_table table = {.keep = 3};
    uint32_t *order = msim_calls_relation_order(view, of);
    char room[ROOM];
    for (size_t i = 0; i < view->show.columns; i++) {
        msim_aligned_head(&table.cells, "%s", view->show.column[i].name);
        if (!i) {
            msim_aligned_head(&table.cells, "%s", "");
            msim_aligned_head(&table.cells, "calls");
        }
    }
    for (size_t r = 0; r < of->relations; r++) {
        const struct msim_relation *relation = &of->relation[order[r]];
        const int64_t *count = of->count + order[r] * view->counts->events;
        bool is_frame =
            relation->kind == MSIM_RELATION_FRAME || relation->kind == MSIM_RELATION_INLINED;
        if (is_frame && relation->frame == frame)
            continue;
        for (size_t i = 0; i < view->show.columns; i++) {
            add_value(&table, view, i, count, !i);
            if (!i)
                msim_aligned_cell(&table.cells, "%s",
                                  relation->kind == MSIM_RELATION_SELF
                                      ? ""
                                      : msim_calls_number(relation->calls,
                                                          relation->kind == MSIM_RELATION_INLINED)
                                            .text);
        }
        const char *name = relation_name(shown->frames, relation, callers, room, sizeof room);
        if (is_frame)
            msim_calls_put_frame(&table.labels, 0, name, "",
                                 &shown->frames->frame[relation->frame]);
        else
            msim_calls_table_text(&table, name);
    }
    msim_calls_table_print(&table, callers ? "callers" : "callees", view->width, to);
    free(order);
}

/* What the cycles were spent on, if they were simulated. */
static void print_stacks(const struct msim_calls_view *view, const int64_t *inclusive,
                         const int64_t *own, FILE *to)
{
    struct msim_stack stack;
    msim_stack_init(&stack, view->counts, view->width, view->colour);
    msim_stack_print(&stack, "  inclusive", STACK, inclusive, to);
    msim_stack_print(&stack, "  exclusive", STACK, own, to);
    msim_stack_legend(&stack, to);
}

static void print_related(const struct msim_calls_shown *shown, uint32_t frame, FILE *to)
{
    const struct msim_calls_view *view = shown->view;
    const struct msim_costs *costs = shown->costs;
    const struct msim_profile_frame *is = &shown->frames->frame[frame];
    const struct msim_column *column = &view->show.column[0];
    const int64_t *inclusive = costs->inclusive + frame * costs->events;
    const int64_t *own = costs->own + frame * costs->events;
    struct msim_related related;
    msim_related_make(&related, shown->calls, shown->frames, frame);
    char itself[64] = "";
    if (related.recursive)
        snprintf(itself, sizeof itself, ", %s of them from itself",
                 msim_human_count(related.recursive).text);
    char *text = msim_printed("%s (%s): %s inclusive %s %s, exclusive %s %s, %s%s%s", is->name,
                              strcmp(is->file, "???") != 0 ? is->file : is->object, column->name,
                              msim_value_or_average(view->counts, column, inclusive).text,
                              msim_calls_share(view, column, inclusive).text,
                              msim_value_or_average(view->counts, column, own).text,
                              msim_calls_share(view, column, own).text,
                              msim_calls_number(costs->calls[frame], costs->inlined[frame]).text,
                              msim_calls_unit(costs->calls[frame], costs->inlined[frame]), itself);
    msim_wrap(to, text, 0, 4, view->width);
    free(text);
    print_stacks(view, inclusive, own, to);
    print_relations(shown, &related.callers, frame, true, to);
    print_relations(shown, &related.callees, frame, false, to);
    fputc('\n', to);
    msim_related_free(&related);
}

/* --- the whole -------------------------------------------------------------------------------- */

static void field(const struct msim_calls_view *view, const char *name, const char *text, FILE *to)
{
    fprintf(to, "%-*s", LABEL, name);
    msim_wrap(to, text, LABEL, LABEL, view->width);
}

static void print_head(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_call_profile *calls = shown->calls;
    size_t threads = 0, signals = 0, folded = 0;
    field(shown->view, "Command:", calls->counts.source[0].command, to);
    field(shown->view, "Data file:", shown->view->file, to);
    if (calls->counts.regions.only)
        field(shown->view,
              "Region:", *calls->counts.regions.only ? calls->counts.regions.only : "(none)", to);
    fprintf(to, "%-*s%s functions, ", LABEL, "Contains:", msim_human_count(calls->functions).text);
    if (!calls->context) {
        fprintf(to, "%s edges, no tree\n\n", msim_human_count(calls->edges).text);
        return;
    }
    for (size_t i = 1; i < calls->contexts; i++) {
        threads += calls->context[i].kind == MSIM_CONTEXT_THREAD && calls->context[i].line;
        signals += calls->context[i].kind == MSIM_CONTEXT_SIGNAL;
        folded += calls->context[i].kind == MSIM_CONTEXT_FOLDED;
    }
    fprintf(to, "%s contexts, %zu of them roots of threads",
            msim_human_count(calls->contexts - 1).text, threads);
    if (signals)
        fprintf(to, ", %zu of signal handlers", signals);
    if (folded)
        fprintf(to, "; recursion is folded into %zu", folded);
    if (calls->folded)
        fprintf(to, "\n%-*s%s contexts of libraries, in their callers (--system-frames)", LABEL,
                "Folded:", msim_human_count(calls->folded).text);
    fputs("\n\n", to);
}

static void print_totals(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_calls_view *view = shown->view;
    fputs("Totals of the program\n", to);
    msim_table_rule(to);
    for (size_t i = 0; i < view->show.columns; i++) {
        const struct msim_column *column = &view->show.column[i];
        char words[96];
        msim_event_phrase(view->counts, column->name, false, words, sizeof words);
        fprintf(to, "%20s  %s", msim_value_exact(column, view->counts->total).text, column->name);
        fprintf(to, strcmp(words, column->name) != 0 ? ", %s\n" : "\n", words);
    }
    fputc('\n', to);
}

/* Which machine was simulated, and what else the file says about itself. */
static void print_about(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_counts_source *source = &shown->view->counts->source[0];
    if (!source->descs)
        return;
    fputs("About this profile\n", to);
    msim_table_rule(to);
    for (size_t i = 0; i < source->descs && i < DESCS; i++) {
        msim_wrap(to, source->desc[i].text, 0, 2, shown->view->width);
    }
    if (source->descs > DESCS)
        fprintf(to, "... and %zu more lines of description\n", source->descs - DESCS);
    fputc('\n', to);
}

static const char *desc_of(const struct msim_counts_source *source, const char *start)
{
    for (size_t i = 0; i < source->descs; i++)
        if (!strncmp(source->desc[i].text, start, strlen(start)))
            return source->desc[i].text;
    return NULL;
}

const char *msim_calls_folded_note(const struct msim_counts *counts)
{
    return desc_of(&counts->source[0], "Folded:");
}

/* A killed run's counts are those up to its end, and folded contexts are not all paths. */
static void print_notes(const struct msim_calls_view *view, FILE *to)
{
    const struct msim_counts *counts = view->counts;
    const char *notes[] = {desc_of(&counts->source[0], "Incomplete:"),
                           msim_calls_folded_note(counts)};
    for (size_t i = 0; i < sizeof notes / sizeof *notes; i++)
        if (notes[i]) {
            msim_wrap(to, notes[i], 0, 0, view->width);
            fputc('\n', to);
        }
}

/* Where the names are of what costs most itself and has none. */
static void print_unnamed(const struct msim_calls_shown *shown, FILE *to)
{
    const struct msim_column *column = &shown->view->sort.column[0];
    const struct msim_costs *costs = shown->costs;
    double whole = (double)msim_amount(msim_column_over(column, shown->view->counts->total));
    double unnamed = 0;
    struct msim_lacking lacking = {.share = NULL};
    for (size_t i = 0; i < shown->frames->frames && whole > 0; i++) {
        const struct msim_profile_frame *frame = &shown->frames->frame[i];
        msim_wide own = msim_amount(msim_column_over(column, costs->own + i * costs->events));
        double share = 100 * (double)own / whole;
        if (msim_lacking_add_unnamed(&lacking, frame->name, frame->object, share))
            unnamed += share;
    }
    char *what = msim_printed("%s is in", column->name);
    if (column->kind == MSIM_COLUMN_COUNT)
        msim_lacking_put_unnamed(&lacking, unnamed, what, to);
    free(what);
    msim_lacking_free(&lacking);
}

static void print_more(const struct msim_calls_shown *shown, FILE *to)
{
    fprintf(to, shown->calls->context ? "More: --function=NAME, --tree, --hot, --flame=FILE.svg; "
                                        "memsim help calls\n"
                                      : "More: --function=NAME; memsim help calls\n");
}

/* The answer of one screen: so many of the functions that cost most themselves. */
static void put_short(const void *of, size_t rows, FILE *to)
{
    const struct msim_calls_shown *shown = of;
    struct msim_wrapped head;
    print_head(shown, msim_wrap_begin(&head));
    msim_wrap_end(&head, to, LABEL, shown->view->width);
    print_functions(shown, rows, to);
    print_more(shown, to);
}

void msim_calls_text(const struct msim_calls_shown *shown, FILE *to)
{
    struct msim_wrapped head;
    print_head(shown, msim_wrap_begin(&head));
    msim_wrap_end(&head, to, LABEL, shown->view->width);
    print_notes(shown->view, to);
    for (size_t i = 0; i < shown->chosens; i++)
        print_related(shown, shown->chosen[i], to);
    if (shown->unchosen)
        fprintf(to, "%zu more functions have that name and less than %g%% of %s.\n\n",
                shown->unchosen, shown->view->threshold, shown->view->sort.column[0].name);
    if (shown->tree && shown->totals)
        print_totals(shown, to);
    if (shown->tree)
        msim_calls_tree_text(shown, to);
    if (shown->hot)
        msim_calls_hot_text(shown, to);
    if (shown->chosens || shown->tree || shown->hot)
        return;
    msim_terminal_answer(put_short, shown, shown->frames->frames);
    print_totals(shown, to);
    print_functions(shown, SIZE_MAX, to);
    print_unnamed(shown, to);
    print_about(shown, to);
    print_more(shown, to);
}
