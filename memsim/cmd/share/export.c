/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON and CSV of lines that cores take from each other; docs/format.md describes both. */
#include <inttypes.h>
#include <stdlib.h>

#include "cmd/data/typed/typed.h"
#include "cmd/listing/export.h"
#include "present.h"

enum { MEMBER = 2, LINE = 4, INSIDE = 6, PART = 8, ADDRESS = 24 }; /* indents of JSON */

static const char *put_address(char *text, uint64_t address)
{
    snprintf(text, ADDRESS, "0x%" PRIx64, address);
    return text;
}

static void json_counts(struct msim_json *json, const uint64_t *count)
{
    msim_json_number(json, "misses", msim_shared_misses(count));
    msim_json_number(json, "true", count[MSIM_SHARED_TRUE]);
    msim_json_number(json, "false", count[MSIM_SHARED_FALSE]);
    msim_json_number(json, "taken", count[MSIM_SHARED_FROM_CORE]);
    msim_json_number(json, "invalidated", count[MSIM_SHARED_INVALIDATED]);
}

/* True: the gain of the line's fix was counted. */
static bool is_counted(const struct msim_share_view *view, size_t number)
{
    return view->gain && view->gain->line[number].is_separated;
}

/* A use of a line.  JSON has it inside the line; CSV repeats what it is inside. */
static const char fields[] =
    "|line,|address,|object,|verdict,|predicted,|bytes,offset,size,thread,member,function|,|source,"
    "reads,writes,misses|,true,false,taken,invalidated,|misses_after";

/* The fields of the line. */
static void put_line(struct msim_export *out, const struct msim_share_view *view, size_t number)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    char *title = msim_share_title(view->contended, line);
    msim_export_number(out, number + 1);
    msim_export_address(out, line->unit->address);
    msim_export_text(out, title);
    msim_export_text(out, msim_verdicts[line->verdict]);
    msim_export_flag(out, line->unit->predicted);
    msim_export_number(out, line->unit->bytes);
    free(title);
}

static void put_use(struct msim_export *out, const struct msim_share_view *view, size_t number,
                    const struct msim_contended_use *use)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    const struct msim_object_set *data = &view->contended->shared->data;
    char *member = msim_contended_member(view->contended, line, use);
    char *source = msim_share_source(view->contended, use);
    msim_export_row(out);
    put_line(out, view, number);
    msim_export_number(out, use->offset);
    msim_export_number(out, use->size);
    msim_export_number(out, use->thread);
    msim_export_text(out, member);
    msim_export_text(out, msim_objects_function_name(data, use->site->function));
    if (out->json)
        msim_objects_json_source(out->json, use->site);
    msim_export_text(out, source);
    msim_export_number(out, use->count[MSIM_SHARED_READS]);
    msim_export_number(out, use->count[MSIM_SHARED_WRITES]);
    msim_export_number(out, msim_shared_misses(use->count));
    msim_export_number(out, use->count[MSIM_SHARED_TRUE]);
    msim_export_number(out, use->count[MSIM_SHARED_FALSE]);
    msim_export_number(out, use->count[MSIM_SHARED_FROM_CORE]);
    msim_export_number(out, use->count[MSIM_SHARED_INVALIDATED]);
    bool counted = is_counted(view, number);
    msim_export_number_if(out, counted, counted ? view->gain->line[number].misses : 0);
    msim_export_end(out);
    free(member);
    free(source);
}

static void put_uses(struct msim_export *out, const struct msim_share_view *view, size_t number)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    for (size_t i = 0; i < line->uses; i++)
        put_use(out, view, number, &view->contended->use[line->use + i]);
}

static void json_fix(struct msim_json *json, const struct msim_fix *fix)
{
    msim_json_list(json, "cure", MSIM_JSON_INLINE);
    for (size_t i = 0; i < fix->texts; i++)
        msim_json_text(json, NULL, fix->text[i]);
    msim_json_end(json);
}

static void json_place(struct msim_json *json, const struct msim_share_view *view,
                       const struct msim_contended_line *line)
{
    char address[ADDRESS];
    const struct msim_objects_row *row = &view->contended->model->row[line->main];
    char *title = msim_objects_title(row);
    msim_json_text(json, "address", put_address(address, line->unit->address));
    msim_json_text(json, "object", title);
    msim_json_text(json, "kind", msim_object_kinds[row->kind]);
    if (line->has_number)
        msim_json_value(json, "line", "%" PRId64, line->number);
    else
        msim_json_null(json, "line");
    msim_objects_json_site(json, view->contended->model, row);
    free(title);
}

static void json_line(struct msim_json *json, const struct msim_share_view *view, size_t number)
{
    const struct msim_contended_line *line = &view->contended->line[number];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    json_place(json, view, line);
    msim_json_line(json, INSIDE);
    msim_json_text(json, "verdict", msim_verdicts[line->verdict]);
    msim_json_flag(json, "predicted", line->unit->predicted);
    msim_json_number(json, "bytes", line->unit->bytes);
    json_counts(json, line->unit->count);
    msim_json_number_if(json, "cycles", view->contended->shared->transfer,
                        msim_contended_cycles(view->contended, line->misses));
    msim_json_list(json, "threads", MSIM_JSON_INLINE);
    for (size_t i = 0; i < line->threads; i++)
        msim_json_number(json, NULL, line->thread[i]);
    msim_json_end(json);
    msim_json_line(json, INSIDE);
    json_fix(json, &view->fix[number]);
    bool counted = is_counted(view, number);
    msim_json_number_if(json, "misses_after", counted,
                        counted ? view->gain->line[number].misses : 0);
    msim_json_line(json, INSIDE);
    struct msim_export out = msim_export_json(json, "parts", PART, fields, NULL);
    put_uses(&out, view, number);
    msim_export_done(&out);
    msim_json_end(json);
}

void msim_share_json(const struct msim_share_view *view, FILE *to)
{
    const struct msim_shared *shared = view->contended->shared;
    struct msim_json json = msim_json_report(to, "share", MEMBER);
    msim_json_number(&json, "version", 1);
    msim_json_text(&json, "file", shared->data.name);
    msim_json_text_or_null(&json, "command", shared->data.command);
    msim_json_text_or_null(&json, "machine", shared->data.machine);
    msim_json_number(&json, "cores", shared->cores);
    msim_json_number(&json, "unit", shared->bytes);
    msim_json_number(&json, "instructions", shared->data.instructions);
    msim_json_object(&json, "totals", MSIM_JSON_INLINE);
    json_counts(&json, shared->total);
    msim_json_number_if(&json, "cycles", shared->transfer,
                        msim_contended_cycles(view->contended, msim_shared_misses(shared->total)));
    bool counted = view->gain && view->gain->separated;
    msim_json_number_if(&json, "misses_after", counted, counted ? view->gain->total : 0);
    msim_json_end(&json);
    msim_json_list(&json, "lines", LINE);
    for (size_t i = 0; i < view->shown; i++)
        json_line(&json, view, i);
    msim_json_end(&json);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

void msim_share_csv(const struct msim_share_view *view, FILE *to)
{
    struct msim_export out = msim_export_lines(to, fields, NULL, "\n");
    for (size_t i = 0; i < view->shown; i++)
        put_uses(&out, view, i);
}
