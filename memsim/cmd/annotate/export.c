/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A profile for other programs: JSON (one object, "version" 1) and CSV (one table); docs/format.md has
 * both.  Lines come in the order of files as they were read, one file at a time, so that they need no
 * memory; all else comes sorted.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "engine/report/objectname.h"
#include "cells.h"
#include "rows.h"
#include "cmd/base/quote.h"

struct export
{
    const struct msim_view *view;
    FILE *to;
    bool any; /* a row was written */
};

static void put_values(const struct export *export, const int64_t *count)
{
    const struct msim_columns *show = &export->view->show;
    for (size_t i = 0; i < show->columns; i++) {
        fputs(i ? ", " : "", export->to);
        fputs(msim_value_plain(&show->column[i], count).text, export->to);
    }
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void json_field(FILE *to, const char *name, const char *text)
{
    fprintf(to, "  \"%s\": ", name);
    msim_json_text(to, text);
    fputs(",\n", to);
}

static void json_totals(const struct export *export, const char *name, const int64_t *count)
{
    fprintf(export->to, ",\n  \"%s\": [", name);
    put_values(export, count);
    fputc(']', export->to);
}

static void json_columns(const struct msim_columns *columns, FILE *to)
{
    static const char *const kinds[] = {"count", "rate", "per-thousand-instructions"};
    fputs("  \"columns\": [", to);
    for (size_t i = 0; i < columns->columns; i++) {
        fputs(i ? ", {\"name\": " : "{\"name\": ", to);
        msim_json_text(to, columns->column[i].name);
        fprintf(to, ", \"kind\": \"%s\"}", kinds[columns->column[i].kind]);
    }
    fputs("],\n", to);
}

static void json_head(const struct export *export)
{
    const struct msim_view *view = export->view;
    const struct msim_counts *counts = view->counts;
    FILE *to = export->to;
    fputs("{\n  \"format\": \"memsim annotate\",\n  \"version\": 1,\n", to);
    json_field(to, "file", view->file);
    json_field(to, "command", counts->source[0].command);
    fputs("  \"desc\": [", to);
    for (size_t i = 0; i < counts->descs; i++) {
        fputs(i ? ", " : "", to);
        msim_json_text(to, counts->desc[i].text);
    }
    fputs("],\n  \"events\": [", to);
    for (size_t i = 0; i < counts->events; i++) {
        fputs(i ? ", " : "", to);
        msim_json_text(to, counts->event[i]);
    }
    fputs("],\n", to);
    json_columns(&view->show, to);
    json_field(to, "sort", view->sort.column[0].name);
    fprintf(to, "  \"threshold\": %.6g", view->threshold);
    json_totals(export, "totals", counts->total);
    if (counts->base)
        json_totals(export, "base", counts->base);
    else
        fputs(",\n  \"base\": null", to);
}

static void json_name(FILE *to, const char *name, const char *text)
{
    fprintf(to, "\"%s\": ", name);
    msim_json_text(to, text);
    fputs(", ", to);
}

static void json_function(FILE *to, const char *function)
{
    size_t length;
    const char *object = msim_object_of(function, &length);
    json_name(to, "function", function);
    if (!object) {
        fputs("\"object\": null, ", to);
        return;
    }
    char *name = strndup(object, length);
    json_name(to, "object", name ? name : "");
    free(name);
}

static void json_rows(const struct export *export, enum msim_per per, const char *list,
                      const char *what)
{
    int64_t room[MSIM_EVENTS_MAX];
    struct msim_rows rows;
    FILE *to = export->to;
    msim_rows_make(&rows, export->view, per);
    fprintf(to, ",\n  \"%s\": [", list);
    for (size_t i = 0; i < rows.shown; i++) {
        struct msim_row_name name = msim_row_name(&rows, i);
        fputs(i ? ",\n    {" : "\n    {", to);
        json_name(to, what, name.file);
        if (name.function)
            json_function(to, name.function);
        fputs("\"values\": [", to);
        put_values(export, msim_row_count(&rows, i, room));
        fputs("]}", to);
    }
    fputc(']', to);
    msim_rows_free(&rows);
}

static void json_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct export *export = context;
    (void)records;
    if (!msim_reaches(export->view, count))
        return;
    fputs(export->any ? ",\n    {" : "\n    {", export->to);
    json_name(export->to, "file", export->view->counts->file[file].name);
    fprintf(export->to, "\"line\": %" PRIu32 ", \"values\": [", record->line);
    put_values(export, count);
    fputs("]}", export->to);
    export->any = true;
}

void msim_annotate_json(const struct msim_view *view, FILE *to)
{
    struct export export = {view, to, false};
    json_head(&export);
    if (view->per[MSIM_PER_OBJECT])
        json_rows(&export, MSIM_PER_OBJECT, "objects", "object");
    if (view->per[MSIM_PER_FILE])
        json_rows(&export, MSIM_PER_FILE, "files", "file");
    if (view->per[MSIM_PER_FUNCTION])
        json_rows(&export, MSIM_PER_FUNCTION, "functions", "file");
    if (view->per[MSIM_PER_LINE]) {
        fputs(",\n  \"lines\": [", to);
        msim_each_line(view->counts, json_line, &export);
        fputc(']', to);
    }
    fputs("\n}\n", to);
}

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_values(const struct export *export, const int64_t *count)
{
    const struct msim_columns *show = &export->view->show;
    for (size_t i = 0; i < show->columns; i++) {
        struct msim_value_text value = msim_value_plain(&show->column[i], count);
        fputc(',', export->to);
        fputs(strcmp(value.text, "null") != 0 ? value.text : "", export->to);
    }
    fputs("\r\n", export->to);
}

static void csv_line(void *context, uint32_t file, const struct msim_record *record, size_t records,
                     const int64_t *count)
{
    struct export *export = context;
    (void)records;
    if (!msim_reaches(export->view, count))
        return;
    msim_csv_text(export->to, export->view->counts->file[file].name);
    fprintf(export->to, ",%" PRIu32, record->line);
    csv_values(export, count);
}

static void csv_rows(const struct export *export, enum msim_per per)
{
    int64_t room[MSIM_EVENTS_MAX];
    struct msim_rows rows;
    msim_rows_make(&rows, export->view, per);
    for (size_t i = 0; i < rows.shown; i++) {
        struct msim_row_name name = msim_row_name(&rows, i);
        msim_csv_text(export->to, name.file);
        if (name.function) {
            fputc(',', export->to);
            msim_csv_text(export->to, name.function);
        }
        csv_values(export, msim_row_count(&rows, i, room));
    }
    msim_rows_free(&rows);
}

void msim_annotate_csv(const struct msim_view *view, FILE *to)
{
    static const char *const head[] = {"object", "file", "file,function", "file,line"};
    struct export export = {view, to, false};
    int per = MSIM_PER_FUNCTION;
    for (int i = 0; i < MSIM_PERS; i++)
        per = view->per[i] ? i : per;
    fputs(head[per], to);
    for (size_t i = 0; i < view->show.columns; i++) {
        fputc(',', to);
        msim_csv_text(to, view->show.column[i].name);
    }
    fputs("\r\n", to);
    if (per == MSIM_PER_LINE)
        msim_each_line(view->counts, csv_line, &export);
    else
        csv_rows(&export, (enum msim_per)per);
}
