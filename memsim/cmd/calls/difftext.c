/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Differences of profiles of calls, as text, JSON and CSV. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/columns/column.h"
#include "cmd/listing/export.h"
#include "cmd/names/labels.h"
#include "present.h"
#include "table.h"

enum { ROOM = 4096, PATH_ROOM = 1 << 16, MEMBER = 2, ROW = 4 };

static struct msim_value_text with_sign(msim_wide value)
{
    struct msim_value_text made = msim_wide_text(value, ',');
    if (value > 0) {
        memmove(made.text + 1, made.text, sizeof made.text - 1);
        made.text[0] = '+';
    }
    return made;
}

static struct msim_value_text percent(msim_wide part, msim_wide whole)
{
    struct msim_value_text made = {""};
    if (whole)
        snprintf(made.text, sizeof made.text, "%+.1f%%", 100 * (double)part / (double)whole);
    return made;
}

/* --- rows --------------------------------------------------------------------------------- */

static bool changed_more(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_calls_change *change = context;
    const struct msim_costs *costs = change->changed;
    int order = msim_calls_order(change->view, costs->inclusive + a * costs->events,
                                 costs->inclusive + b * costs->events);
    if (!order)
        order = msim_calls_order(change->view, costs->own + a * costs->events,
                                 costs->own + b * costs->events);
    return order < 0;
}

/* The frames whose inclusive or exclusive cost changed by the threshold, greatest change first;
 * from malloc. */
static uint32_t *changed_rows(const struct msim_calls_change *change, size_t *rows)
{
    const struct msim_costs *costs = change->changed;
    uint32_t *row = msim_order((uint32_t)costs->frames, changed_more, change);
    *rows = 0;
    for (size_t i = 0; i < costs->frames; i++) {
        const int64_t *inclusive = costs->inclusive + row[i] * costs->events;
        const int64_t *own = costs->own + row[i] * costs->events;
        bool any = costs->calls[row[i]] != 0;
        for (size_t e = 0; e < costs->events; e++)
            any |= inclusive[e] || own[e];
        if (any &&
            (msim_calls_reaches(change->view, inclusive) || msim_calls_reaches(change->view, own)))
            row[(*rows)++] = row[i];
    }
    return row;
}

struct amounts {
    const msim_wide *before, *after;
};

static bool grew_more(const void *context, uint32_t a, uint32_t b)
{
    const struct amounts *amounts = context;
    return msim_amount(amounts->after[a] - amounts->before[a]) >
           msim_amount(amounts->after[b] - amounts->before[b]);
}

struct msim_calls_changed_path *msim_calls_changed_paths(const struct msim_calls_change *change,
                                                         size_t *found)
{
    const struct msim_paths *paths = change->paths;
    const struct msim_column *column = &change->view->sort.column[0];
    msim_wide *before = msim_paths_own(paths, 0, column), *after = msim_paths_own(paths, 1, column);
    struct amounts amounts = {before, after};
    uint32_t *order = msim_order((uint32_t)paths->paths, grew_more, &amounts);
    struct msim_calls_changed_path *changed = msim_zeroed(paths->paths, sizeof *changed);
    for (*found = 0; *found < paths->paths; ++*found) {
        uint32_t path = order[*found];
        if (before[path] == after[path])
            break;
        changed[*found] = (struct msim_calls_changed_path){path, before[path], after[path]};
    }
    MSIM_FREE(order, before, after);
    return changed;
}

/* --- text --------------------------------------------------------------------------------- */

static void print_totals(const struct msim_calls_change *change, FILE *to)
{
    const struct msim_calls_view *view = change->view;
    struct msim_calls_table table = {.keep = 4};
    msim_aligned_head(&table.cells, "before");
    msim_aligned_head(&table.cells, "after");
    msim_aligned_head(&table.cells, "change");
    msim_aligned_head(&table.cells, "%s", "");
    for (size_t i = 0; i < view->show.columns; i++) {
        const struct msim_column *column = &view->show.column[i];
        msim_wide before = msim_column_over(column, change->calls[0]->counts.total);
        msim_wide after = msim_column_over(column, change->calls[1]->counts.total);
        bool sum = column->kind == MSIM_COLUMN_COUNT;
        char words[96];
        msim_event_phrase(view->counts, column->name, false, words, sizeof words);
        msim_aligned_cell(&table.cells, "%s",
                          msim_value_exact(column, change->calls[0]->counts.total).text);
        msim_aligned_cell(&table.cells, "%s",
                          msim_value_exact(column, change->calls[1]->counts.total).text);
        msim_aligned_cell(&table.cells, "%s", sum ? with_sign(after - before).text : "");
        msim_aligned_cell(&table.cells, "%s", sum ? percent(after - before, before).text : "");
        char *name = strcmp(words, column->name) != 0 ? msim_printed("%s, %s", column->name, words)
                                                      : msim_copy(words);
        msim_calls_table_text(&table, name);
        free(name);
    }
    fputs("Totals\n", to);
    msim_calls_table_print(&table, "", view->width, to);
    fputc('\n', to);
}

/* How the number of calls changed; "inlined", if it is not called because it is inlined. */
static struct msim_value_text calls_change(const uint64_t *calls, bool inlined)
{
    if (!calls[0] && !calls[1] && inlined)
        return (struct msim_value_text){"inlined"};
    return with_sign((int64_t)(calls[1] - calls[0]));
}

static void print_functions(const struct msim_calls_change *change, FILE *to)
{
    const struct msim_calls_view *view = change->view;
    const struct msim_costs *changed = change->changed;
    const struct msim_column *sorted = &view->sort.column[0];
    struct msim_calls_table table = {.keep = 3};
    size_t rows, events = changed->events;
    msim_wide whole = msim_column_over(sorted, view->counts->base);
    uint32_t *row = changed_rows(change, &rows);
    fprintf(to, "Functions that changed by %g%% of %s%s before: %zu of %zu\n", view->threshold,
            sorted->name, msim_cycles_note(view->counts, sorted->name), rows, changed->frames);
    msim_aligned_head(&table.cells, "%s inclusive", sorted->name);
    msim_aligned_head(&table.cells, "%s", "");
    msim_aligned_head(&table.cells, "exclusive");
    msim_aligned_head(&table.cells, "calls");
    msim_aligned_head(&table.cells, "before incl");
    msim_aligned_head(&table.cells, "after incl");
    for (size_t i = 1; i < view->show.columns; i++)
        msim_aligned_head(&table.cells, "%s excl", view->show.column[i].name);
    for (size_t r = 0; r < rows; r++) {
        size_t frame = row[r], at = frame * events;
        msim_wide inclusive = msim_column_over(sorted, changed->inclusive + at);
        msim_aligned_cell(&table.cells, "%s", with_sign(inclusive).text);
        msim_aligned_cell(&table.cells, "%s", percent(inclusive, whole).text);
        msim_aligned_cell(&table.cells, "%s",
                          with_sign(msim_column_over(sorted, changed->own + at)).text);
        msim_aligned_cell(
            &table.cells, "%s",
            calls_change(
                (uint64_t[]){change->costs[0]->calls[frame], change->costs[1]->calls[frame]},
                change->costs[0]->inlined[frame] || change->costs[1]->inlined[frame])
                .text);
        for (int side = 0; side < MSIM_SIDES; side++)
            msim_aligned_cell(&table.cells, "%s",
                              msim_value_exact(sorted, change->costs[side]->inclusive + at).text);
        for (size_t i = 1; i < view->show.columns; i++)
            msim_aligned_cell(
                &table.cells, "%s",
                with_sign(msim_column_over(&view->show.column[i], changed->own + at)).text);
        const char *name = change->frames->frame[frame].name;
        msim_calls_table_text(&table, name);
    }
    msim_calls_table_print(&table, "function", view->width, to);
    fputc('\n', to);
    free(row);
}

/* Adds the label "h < g < f": from the function up, as what is cut off matters least. */
static void add_path(struct msim_labels *labels, const struct msim_paths *paths, uint32_t path,
                     bool is_limited)
{
    char room[ROOM], *callers = msim_copy("");
    const char *first = msim_path_name(paths->frames, paths->path[path].frame,
                                       paths->path[path].way, room, sizeof room);
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s", path ? first : "");
    while (path && (path = paths->path[path].parent) != 0 && strlen(callers) < PATH_ROOM) {
        const struct msim_path *at = &paths->path[path];
        const char *name = msim_path_name(paths->frames, at->frame, at->way, room, sizeof room);
        callers = msim_labels_caller(callers, name, is_limited);
    }
    msim_labels_put(labels, MSIM_LABEL_TAIL, "%s", callers);
    free(callers);
}

static void print_paths(const struct msim_calls_change *change, FILE *to)
{
    const struct msim_calls_view *view = change->view;
    const struct msim_paths *paths = change->paths;
    const struct msim_column *sorted = &view->sort.column[0];
    msim_wide whole = msim_column_over(sorted, view->counts->base);
    struct msim_calls_table table = {.keep = 3};
    size_t found, shown;
    struct msim_calls_changed_path *changed = msim_calls_changed_paths(change, &found);
    shown = change->top && change->top < found ? change->top : found;
    fprintf(to, "Paths by the change of what their function has itself: %zu of %zu\n", shown,
            found);
    msim_aligned_head(&table.cells, "%s", sorted->name);
    msim_aligned_head(&table.cells, "%s", "");
    msim_aligned_head(&table.cells, "before");
    msim_aligned_head(&table.cells, "after");
    msim_aligned_head(&table.cells, "calls");
    for (size_t i = 0; i < shown; i++) {
        const struct msim_path *path = &paths->path[changed[i].path];
        msim_wide grew = changed[i].after - changed[i].before;
        msim_aligned_cell(&table.cells, "%s", with_sign(grew).text);
        msim_aligned_cell(&table.cells, "%s", percent(grew, whole).text);
        msim_aligned_cell(&table.cells, "%s", msim_wide_text(changed[i].before, ',').text);
        msim_aligned_cell(&table.cells, "%s", msim_wide_text(changed[i].after, ',').text);
        msim_aligned_cell(&table.cells, "%s",
                          calls_change(path->calls, path->way == MSIM_PATH_INLINED).text);
        add_path(&table.labels, paths, changed[i].path, view->width != 0);
    }
    msim_calls_table_print(&table, "function < its callers", view->width, to);
    fputc('\n', to);
    free(changed);
}

void msim_calls_change_text(const struct msim_calls_change *change, FILE *to)
{
    for (int side = 0; side < MSIM_SIDES; side++) {
        const struct msim_counts_source *source = &change->calls[side]->counts.source[0];
        fprintf(to, "%-8s%s: ", side ? "After:" : "Before:", source->name);
        msim_utf8_put(to, source->command, strlen(source->command));
        fputc('\n', to);
    }
    fputc('\n', to);
    print_totals(change, to);
    print_functions(change, to);
    if (change->paths)
        print_paths(change, to);
    else
        fputs("No paths: they need trees, which memsim writes with --calls=yes.\n", to);
}

/* --- JSON and CSV ------------------------------------------------------------------------- */

/* JSON has the columns before and then after, CSV each column before and after. */
static const char fields[] = "function,file,object,calls-before|,calls-after|,"
                             "inclusive-before*|inclusive before*,|inclusive after*,"
                             "exclusive-before*|exclusive before*,inclusive-after*|,"
                             "exclusive-after*|exclusive after*";

static void put_functions(struct msim_export *out, const struct msim_calls_change *change)
{
    const struct msim_costs *before = change->costs[0], *after = change->costs[1];
    size_t rows;
    uint32_t *row = changed_rows(change, &rows);
    for (size_t r = 0; r < rows; r++) {
        const struct msim_profile_frame *frame = &change->frames->frame[row[r]];
        size_t at = row[r] * change->changed->events;
        msim_export_row(out);
        msim_export_text(out, frame->name);
        msim_export_text(out, frame->file);
        msim_export_text(out, frame->object);
        msim_export_number(out, before->calls[row[r]]);
        msim_export_number(out, after->calls[row[r]]);
        msim_export_values(out, before->inclusive + at);
        msim_export_values(out, after->inclusive + at);
        msim_export_values(out, before->own + at);
        msim_export_values(out, after->inclusive + at);
        msim_export_values(out, after->own + at);
        msim_export_end(out);
    }
    msim_export_done(out);
    free(row);
}

static void json_paths(struct msim_json *json, const struct msim_calls_change *change)
{
    const struct msim_paths *paths = change->paths;
    size_t found;
    struct msim_calls_changed_path *changed = msim_calls_changed_paths(change, &found);
    msim_json_list(json, "paths", ROW);
    for (size_t i = 0; i < found && (!change->top || i < change->top); i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_value(json, "before", "%s", msim_wide_text(changed[i].before, 0).text);
        msim_json_value(json, "after", "%s", msim_wide_text(changed[i].after, 0).text);
        msim_json_list(json, "path", MSIM_JSON_INLINE);
        for (uint32_t at = changed[i].path; at; at = paths->path[at].parent)
            msim_json_text(json, NULL, change->frames->frame[paths->path[at].frame].name);
        msim_json_end(json);
        msim_json_end(json);
    }
    msim_json_end(json);
    free(changed);
}

void msim_calls_change_json(const struct msim_calls_change *change, FILE *to)
{
    const struct msim_calls_view *view = change->view;
    struct msim_json json = msim_json_report(to, "calls-diff", MEMBER);
    msim_json_number(&json, "version", 1);
    msim_json_text(&json, "before", change->calls[0]->counts.source[0].name);
    msim_json_text(&json, "after", change->calls[1]->counts.source[0].name);
    msim_json_list(&json, "columns", MSIM_JSON_INLINE);
    for (size_t i = 0; i < view->show.columns; i++)
        msim_json_text(&json, NULL, view->show.column[i].name);
    msim_json_end(&json);
    msim_json_text(&json, "sort", view->sort.column[0].name);
    msim_json_values(&json, &view->show, "totals-before", change->calls[0]->counts.total);
    msim_json_values(&json, &view->show, "totals-after", change->calls[1]->counts.total);
    struct msim_export out = msim_export_json(&json, "functions", ROW, fields, &view->show);
    put_functions(&out, change);
    if (change->paths)
        json_paths(&json, change);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_calls_change_csv(const struct msim_calls_change *change, FILE *to)
{
    struct msim_export out = msim_export_csv(to, fields, &change->view->show);
    put_functions(&out, change);
}
