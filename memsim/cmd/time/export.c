/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CSV and JSON of a run over time; docs/format.md describes both.  Counts are exact. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/utf8.h"
#include "cmd/listing/export.h"
#include "phases.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4, NAME_ROOM = 4096 }; /* indents of JSON */

static uint64_t end_of_pages(const struct msim_timed *timed, size_t row)
{
    return row + 1 == timed->rows ? UINT64_MAX : timed->row[row].to;
}

/* --- JSON --------------------------------------------------------------------------------- */

static void json_events(struct msim_json *json, const char *name, const struct msim_timed *timed,
                        const int64_t *count)
{
    msim_json_object(json, name, MSIM_JSON_INLINE);
    for (size_t i = 0; i < timed->counts.events; i++)
        msim_json_number(json, timed->counts.event[i], (uint64_t)count[i]);
    msim_json_end(json);
}

static void json_functions(struct msim_json *json, const struct msim_timed *timed, size_t from,
                           size_t end)
{
    size_t used;
    struct msim_timed_share *share = msim_time_functions(timed, from, end, &used);
    msim_json_list(json, "functions", MSIM_JSON_INLINE);
    for (size_t i = 0; i < used; i++) {
        const struct msim_timed_function *function = &timed->function[share[i].number];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "function", function->name);
        msim_json_text(json, "file", function->file);
        msim_json_number(json, "instructions", share[i].instructions);
        msim_json_end(json);
    }
    msim_json_end(json);
    free(share);
}

static void json_regions(struct msim_json *json, const struct msim_timed *timed, size_t from,
                         size_t end)
{
    size_t used;
    struct msim_timed_share *share = msim_time_parts(timed, from, end, &used);
    msim_json_list(json, "regions", MSIM_JSON_INLINE);
    for (size_t i = 0; i < used; i++) {
        char name[NAME_ROOM];
        msim_time_part_name(timed, share[i].number, name, sizeof name);
        msim_json_text(json, NULL, name);
    }
    msim_json_end(json);
    free(share);
}

static void json_interval(struct msim_json *json, const struct msim_time_view *view, size_t number)
{
    const struct msim_timed *timed = view->timed;
    const struct msim_timed_row *row = &timed->row[number];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, "from", row->from);
    msim_json_number(json, "to", row->to);
    if (timed->unit)
        msim_json_number(json, "clock", row->clock);
    json_events(json, "events", timed, msim_timed_counts(timed, number));
    if (view->beside->heaps)
        msim_json_number(json, "heap", msim_beside_heap(view->beside, row->from, row->to));
    if (view->beside->pages)
        msim_json_number(json, "pageins",
                         msim_beside_pages(view->beside, row->from, end_of_pages(timed, number)));
    json_regions(json, timed, number, number + 1);
    json_functions(json, timed, number, number + 1);
    msim_json_end(json);
}

static void json_phase(struct msim_json *json, const struct msim_time_view *view,
                       const struct msim_phase *phase)
{
    int64_t sum[MSIM_EVENTS_MAX];
    msim_time_sum(view->timed, phase->row, phase->end, sum);
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, "from", view->timed->row[phase->row].from);
    msim_json_number(json, "to", view->timed->row[phase->end - 1].to);
    msim_json_number(json, "first", phase->row);
    msim_json_number(json, "intervals", phase->end - phase->row);
    json_events(json, "events", view->timed, sum);
    msim_json_values(json, view->show, "values", sum);
    json_regions(json, view->timed, phase->row, phase->end);
    json_functions(json, view->timed, phase->row, phase->end);
    msim_json_end(json);
}

static void json_marks(struct msim_json *json, const struct msim_timed *timed)
{
    msim_json_list(json, "marks", ROW);
    for (size_t i = 0; i < timed->marks; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_number(json, "at", timed->mark[i].at);
        msim_json_number(json, "thread", timed->mark[i].thread);
        msim_json_text(json, "text", timed->mark[i].text);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_number(json, "marks_left_out", timed->marks_left_out);
}

static void json_head(struct msim_json *json, const struct msim_time_view *view)
{
    const struct msim_timed *timed = view->timed;
    msim_json_number(json, "version", 1);
    msim_json_text(json, "file", timed->name);
    msim_json_text(json, "command", timed->command);
    msim_json_text(json, "machine", timed->machine);
    msim_json_number(json, "interval", timed->interval);
    msim_json_text(json, "unit", msim_timed_units[timed->unit]);
    msim_json_number(json, "joined", timed->joined);
    msim_json_list(json, "columns", MSIM_JSON_INLINE);
    for (size_t i = 0; i < view->show->columns; i++)
        msim_json_text(json, NULL, view->show->column[i].name);
    msim_json_end(json);
    json_events(json, "totals", timed, timed->counts.total);
}

void msim_time_json(const struct msim_time_view *view, FILE *to)
{
    struct msim_json json = msim_json_report(to, "time", MEMBER);
    json_head(&json, view);
    msim_json_list(&json, "intervals", ROW);
    for (size_t i = 0; i < view->timed->rows; i++)
        json_interval(&json, view, i);
    msim_json_end(&json);
    msim_json_list(&json, "phases", ROW);
    for (size_t i = 0; i < view->phases->phases; i++)
        json_phase(&json, view, &view->phases->phase[i]);
    msim_json_end(&json);
    json_marks(&json, view->timed);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

/* --- CSV ---------------------------------------------------------------------------------- */

static void csv_names(const struct msim_time_view *view, FILE *to)
{
    const struct msim_timed *timed = view->timed;
    fputs("from,to", to);
    if (timed->unit)
        fprintf(to, ",%s", msim_timed_units[timed->unit]);
    for (size_t i = 0; i < timed->counts.events; i++) {
        fputc(',', to);
        msim_csv_quote(to, timed->counts.event[i]);
    }
    for (size_t i = 0; i < view->show->columns; i++)
        if (view->show->column[i].kind != MSIM_COLUMN_COUNT) {
            fputc(',', to);
            msim_csv_quote(to, view->show->column[i].name);
        }
    fputs(",heap,page-ins,phase,region,function\r\n", to);
}

static void csv_rates(const struct msim_time_view *view, const int64_t *count, FILE *to)
{
    for (size_t i = 0; i < view->show->columns; i++) {
        const struct msim_column *column = &view->show->column[i];
        double value;
        if (column->kind == MSIM_COLUMN_COUNT)
            continue;
        bool is_known = msim_column_value(column, count, &value);
        fprintf(to, ",%s", is_known ? msim_value_plain(column, count).text : "");
    }
}

static void csv_row(const struct msim_time_view *view, size_t number, size_t phase, FILE *to)
{
    const struct msim_timed *timed = view->timed;
    const struct msim_timed_row *row = &timed->row[number];
    const int64_t *count = msim_timed_counts(timed, number);
    fprintf(to, "%" PRIu64 ",%" PRIu64, row->from, row->to);
    if (timed->unit)
        fprintf(to, ",%" PRIu64, row->clock);
    for (size_t i = 0; i < timed->counts.events; i++)
        fprintf(to, ",%" PRId64, count[i]);
    csv_rates(view, count, to);
    fputc(',', to);
    if (view->beside->heaps)
        fprintf(to, "%" PRIu64, msim_beside_heap(view->beside, row->from, row->to));
    fputc(',', to);
    if (view->beside->pages)
        fprintf(to, "%" PRIu64,
                msim_beside_pages(view->beside, row->from, end_of_pages(timed, number)));
    fprintf(to, ",%zu,", phase + 1);
    size_t part = msim_time_part(timed, number, number + 1);
    if (part < timed->parts) {
        char name[NAME_ROOM];
        msim_time_part_name(timed, part, name, sizeof name);
        msim_csv_quote(to, name);
    }
    fputc(',', to);
    if (row->functions)
        msim_csv_quote(to, timed->function[timed->share[row->function].number].name);
    fputs("\r\n", to);
}

void msim_time_csv(const struct msim_time_view *view, FILE *to)
{
    csv_names(view, to);
    for (size_t i = 0, phase = 0; i < view->timed->rows; i++) {
        while (view->phases->phase[phase].end <= i)
            phase++;
        csv_row(view, i, phase, to);
    }
}
