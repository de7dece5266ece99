/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CSV and JSON of a run over time; docs/format.md describes both.  Counts are exact. */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/listing/export.h"
#include "phases.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4, NAME_ROOM = 4096, FIELDS = 128 }; /* indents of JSON */

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

/* --- Intervals ---------------------------------------------------------------------------- */

/* An interval.  JSON has its counts and regions as members of their own; CSV has a field for each
 * event and rate. */
static struct msim_export begin_intervals(const struct msim_time_view *view, struct msim_json *json,
                                          const struct msim_columns *columns, FILE *to)
{
    char fields[FIELDS];
    const char *unit = msim_timed_units[view->timed->unit];
    snprintf(fields, sizeof fields,
             "from,to,%s%s,|values*,heap,pageins|page-ins,|phase,|region,|function",
             view->timed->unit ? "clock|" : "|", view->timed->unit ? unit : "");
    return json ? msim_export_json(json, "intervals", ROW, fields, NULL)
                : msim_export_csv(to, fields, columns);
}

static void put_beside(struct msim_export *out, bool is_known, uint64_t number)
{
    if (is_known)
        msim_export_number(out, number);
    else
        msim_export_absent(out);
}

static void put_interval(struct msim_export *out, const struct msim_time_view *view, size_t number,
                         size_t phase)
{
    const struct msim_timed *timed = view->timed;
    const struct msim_timed_row *row = &timed->row[number];
    const struct msim_beside *beside = view->beside;
    size_t part = msim_time_part(timed, number, number + 1);
    uint64_t end = number + 1 == timed->rows ? UINT64_MAX : row->to;
    char name[NAME_ROOM];
    msim_export_row(out);
    msim_export_number(out, row->from);
    msim_export_number(out, row->to);
    msim_export_number(out, row->clock);
    if (out->json)
        json_events(out->json, "events", timed, msim_timed_counts(timed, number));
    msim_export_values(out, msim_timed_counts(timed, number));
    put_beside(out, beside->heaps,
               beside->heaps ? msim_beside_heap(beside, row->from, row->to) : 0);
    put_beside(out, beside->pages, beside->pages ? msim_beside_pages(beside, row->from, end) : 0);
    msim_export_number(out, phase + 1);
    if (part < timed->parts)
        msim_time_part_name(timed, part, name, sizeof name);
    msim_export_text(out, part < timed->parts ? name : NULL);
    msim_export_text(out, row->functions ? timed->function[timed->share[row->function].number].name
                                         : NULL);
    if (out->json) {
        json_regions(out->json, timed, number, number + 1);
        json_functions(out->json, timed, number, number + 1);
    }
    msim_export_end(out);
}

static void put_intervals(struct msim_export *out, const struct msim_time_view *view)
{
    for (size_t i = 0, phase = 0; i < view->timed->rows; i++) {
        while (view->phases->phase[phase].end <= i)
            phase++;
        put_interval(out, view, i, phase);
    }
    msim_export_done(out);
}

void msim_time_json(const struct msim_time_view *view, FILE *to)
{
    struct msim_json json = msim_json_report(to, "time", MEMBER);
    json_head(&json, view);
    struct msim_export out = begin_intervals(view, &json, NULL, NULL);
    put_intervals(&out, view);
    msim_json_list(&json, "phases", ROW);
    for (size_t i = 0; i < view->phases->phases; i++)
        json_phase(&json, view, &view->phases->phase[i]);
    msim_json_end(&json);
    json_marks(&json, view->timed);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

/* All events, then the rates that are shown, which stay the view's. */
void msim_time_csv(const struct msim_time_view *view, FILE *to)
{
    struct msim_columns columns = {0};
    const struct msim_columns *show = view->show;
    free(msim_columns_make(&columns, &view->timed->counts, NULL, "all"));
    size_t events = columns.columns;
    for (size_t i = 0; i < show->columns; i++)
        if (show->column[i].kind != MSIM_COLUMN_COUNT)
            MSIM_PUSH(columns.column, columns.columns, show->column[i]);
    struct msim_export out = begin_intervals(view, NULL, &columns, to);
    put_intervals(&out, view);
    columns.columns = events;
    msim_columns_free(&columns);
}
