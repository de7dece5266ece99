/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exports a profile as JSON (one object, "version" 1) or CSV (one table); docs/format.md describes
 * both.  Lines are written in the order of the files in the profile, one file at a time, so that
 * they need not be kept in memory; everything else is sorted.
 */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/quote.h"
#include "cmd/files/json.h"
#include "cmd/listing/about.h"
#include "cmd/listing/cells.h"
#include "cmd/listing/values.h"
#include "engine/report/objectname.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4 }; /* indents of JSON */

struct export
{
    const struct msim_view *view;
    FILE *to; /* for CSV */
    struct msim_json json;
};

/* --- JSON --------------------------------------------------------------------------------------- */

static void json_values(struct export *export, const char *name, const int64_t *count)
{
    msim_json_values(&export->json, &export->view->show, name, count);
}

/* `known` is the object that the file of counts names; NULL: it names none, or several. */
static void json_function(struct msim_json *json, const char *function, const char *known)
{
    size_t length = known ? strlen(known) : 0;
    const char *object = known ? known : msim_object_of(function, &length);
    msim_json_text(json, "function", function);
    if (!object) {
        msim_json_null(json, "object");
        return;
    }
    char *name = strndup(object, length);
    msim_json_text(json, "object", name ? name : "");
    free(name);
}

static void json_rows(struct export *export, enum msim_per per, const char *list, const char *what)
{
    int64_t room[MSIM_EVENTS_MAX];
    struct msim_rows rows;
    struct msim_json *json = &export->json;
    msim_rows_make(&rows, export->view, per);
    msim_json_list(json, list, ROW);
    for (size_t i = 0; i < rows.shown; i++) {
        struct msim_row_name name = msim_row_name(&rows, i);
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        if (per != MSIM_PER_THREAD)
            msim_json_text(json, what, per == MSIM_PER_OBJECT ? name.object : name.file);
        else if (name.thread)
            msim_json_number(json, what, name.thread);
        else
            msim_json_null(json, what);
        if (name.function)
            json_function(json, name.function, name.object);
        if (per == MSIM_PER_INLINE && name.into)
            msim_json_text(json, "inlined_into", name.into);
        else if (per == MSIM_PER_INLINE)
            msim_json_null(json, "inlined_into");
        json_values(export, "values", msim_row_count(&rows, i, room));
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_rows_free(&rows);
}

static void json_line(void *context, uint32_t file, const struct msim_record *record,
                      size_t records, const int64_t *count)
{
    struct export *export = context;
    (void)records;
    if (!msim_view_reaches(export->view, count))
        return;
    msim_json_object(&export->json, NULL, MSIM_JSON_INLINE);
    msim_json_text(&export->json, "file", export->view->counts->file[file].name);
    msim_json_number(&export->json, "line", record->line);
    json_values(export, "values", count);
    msim_json_end(&export->json);
}

void msim_annotate_json(const struct msim_view *view, FILE *to)
{
    struct export export = {.view = view, .json = msim_json_report(to, "annotate", MEMBER)};
    msim_listing_json_head(&export.json, view);
    if (view->per[MSIM_PER_REGION])
        msim_regions_json(view, &export.json);
    if (view->per[MSIM_PER_THREAD])
        json_rows(&export, MSIM_PER_THREAD, "threads", "thread");
    if (view->per[MSIM_PER_OBJECT])
        json_rows(&export, MSIM_PER_OBJECT, "objects", "object");
    if (view->per[MSIM_PER_FILE])
        json_rows(&export, MSIM_PER_FILE, "files", "file");
    if (view->per[MSIM_PER_FUNCTION])
        json_rows(&export, MSIM_PER_FUNCTION, "functions", "file");
    if (view->per[MSIM_PER_INLINE])
        json_rows(&export, MSIM_PER_INLINE, "inline", "file");
    if (view->per[MSIM_PER_LINE]) {
        msim_json_list(&export.json, "lines", ROW);
        msim_each_line(view->counts, json_line, &export);
        msim_json_end(&export.json);
    }
    msim_json_line(&export.json, 0);
    msim_json_end(&export.json);
}

/* --- CSV ---------------------------------------------------------------------------------------- */

static void csv_values(const struct export *export, const int64_t *count)
{
    msim_listing_csv_values(export->view, count, export->to);
}

static void csv_line(void *context, uint32_t file, const struct msim_record *record, size_t records,
                     const int64_t *count)
{
    struct export *export = context;
    (void)records;
    if (!msim_view_reaches(export->view, count))
        return;
    msim_csv_quote(export->to, export->view->counts->file[file].name);
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
        if (per != MSIM_PER_THREAD)
            msim_csv_quote(export->to, per == MSIM_PER_OBJECT ? name.object : name.file);
        else if (name.thread)
            fprintf(export->to, "%" PRIu32, name.thread);
        if (name.function) {
            fputc(',', export->to);
            msim_csv_quote(export->to, name.function);
        }
        if (per == MSIM_PER_INLINE) {
            fputc(',', export->to);
            msim_csv_quote(export->to, name.into ? name.into : "");
        }
        csv_values(export, msim_row_count(&rows, i, room));
    }
    msim_rows_free(&rows);
}

void msim_annotate_csv(const struct msim_view *view, FILE *to)
{
    static const char *const head[] = {
        "object", "file", "file,function", "file,line", "file,function,inlined into", "", "thread"};
    struct export export = {.view = view, .to = to};
    int per = MSIM_PER_FUNCTION;
    if (view->per[MSIM_PER_REGION]) {
        msim_regions_csv(view, to);
        return;
    }
    for (int i = 0; i < MSIM_PERS; i++)
        per = view->per[i] ? i : per;
    msim_listing_csv_head(view, head[per], to);
    if (per == MSIM_PER_LINE)
        msim_each_line(view->counts, csv_line, &export);
    else
        csv_rows(&export, (enum msim_per)per);
}
