/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Exports a profile as JSON (one object, "version" 1) or CSV (one table); docs/format.md describes
 * both.  Lines are written in the order of the files in the profile, one file at a time, so that
 * they need not be kept in memory; everything else is sorted.
 */

#include <stdlib.h>
#include <string.h>

#include "cmd/listing/about.h"
#include "cmd/listing/export.h"
#include "engine/report/objectname.h"
#include "issuers.h"
#include "present.h"

enum { MEMBER = 2, ROW = 4 }; /* indents of JSON */

/* Each list's fields; the objects of functions are only in JSON. */
static const char *const fields[MSIM_PERS] = {
    [MSIM_PER_OBJECT] = "object,values*",
    [MSIM_PER_FILE] = "file,values*",
    [MSIM_PER_FUNCTION] = "file,function,object|,values*",
    [MSIM_PER_LINE] = "file,line,values*",
    [MSIM_PER_INLINE] = "file,function,object|,inlined into,values*",
    [MSIM_PER_THREAD] = "thread,values*",
};

/* `known` is the object that the file of counts names; NULL: it names none, or several. */
static void put_object(struct msim_export *out, const char *function, const char *known)
{
    size_t length = known ? strlen(known) : 0;
    const char *object = known ? known : msim_object_of(function, &length);
    char *name = object ? strndup(object, length) : NULL;
    msim_export_text(out, object && !name ? "" : name);
    free(name);
}

static void put_rows(struct msim_export *out, const struct msim_view *view, enum msim_per per)
{
    int64_t room[MSIM_EVENTS_MAX];
    struct msim_rows rows;
    msim_rows_make(&rows, view, per);
    for (size_t i = 0; i < rows.shown; i++) {
        struct msim_row_name name = msim_row_name(&rows, i);
        msim_export_row(out);
        if (per != MSIM_PER_THREAD)
            msim_export_text(out, per == MSIM_PER_OBJECT ? name.object : name.file);
        else
            msim_export_number_if(out, name.thread, name.thread);
        if (name.function) {
            msim_export_text(out, name.function);
            put_object(out, name.function, name.object);
        }
        if (per == MSIM_PER_INLINE)
            msim_export_text(out, name.into);
        msim_export_values(out, msim_row_count(&rows, i, room));
        msim_export_end(out);
    }
    msim_rows_free(&rows);
}

struct lines {
    const struct msim_view *view;
    struct msim_export *out;
};

static void put_line(void *context, uint32_t file, const struct msim_record *record, size_t records,
                     const int64_t *count)
{
    const struct lines *lines = context;
    (void)records;
    if (!msim_view_reaches(lines->view, count))
        return;
    msim_export_row(lines->out);
    msim_export_text(lines->out, lines->view->counts->file[file].name);
    msim_export_number(lines->out, record->line);
    msim_export_values(lines->out, count);
    msim_export_end(lines->out);
}

static void put_list(struct msim_export *out, const struct msim_view *view, enum msim_per per)
{
    struct lines lines = {view, out};
    if (per == MSIM_PER_LINE)
        msim_each_line(view->counts, put_line, &lines);
    else
        put_rows(out, view, per);
    msim_export_done(out);
}

void msim_annotate_json(const struct msim_view *view, FILE *to)
{
    static const struct {
        enum msim_per per;
        const char *name;
    } list[] = {{MSIM_PER_THREAD, "threads"}, {MSIM_PER_OBJECT, "objects"},
                {MSIM_PER_FILE, "files"},     {MSIM_PER_FUNCTION, "functions"},
                {MSIM_PER_INLINE, "inline"},  {MSIM_PER_LINE, "lines"}};
    struct msim_json json = msim_json_report(to, "annotate", MEMBER);
    msim_listing_json_head(&json, view);
    if (view->per[MSIM_PER_REGION])
        msim_regions_json(view, &json);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        enum msim_per per = list[i].per;
        if (!view->per[per])
            continue;
        struct msim_export out =
            msim_export_json(&json, list[i].name, ROW, fields[per], &view->show);
        put_list(&out, view, per);
    }
    msim_issuers_json(&msim_prefetch_lines, view, &json);
    msim_issuers_json(&msim_past_lines, view, &json);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_annotate_csv(const struct msim_view *view, FILE *to)
{
    int per = MSIM_PER_FUNCTION;
    if (view->per[MSIM_PER_REGION]) {
        msim_regions_csv(view, to);
        return;
    }
    for (int i = 0; i < MSIM_PERS; i++)
        per = view->per[i] ? i : per;
    struct msim_export out = msim_export_csv(to, fields[per], &view->show);
    put_list(&out, view, (enum msim_per)per);
}
