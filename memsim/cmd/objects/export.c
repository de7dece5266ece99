/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON and CSV of objects; docs/format.md describes both.  Counts are exact. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/quote.h"
#include "cmd/data/model/users.h"
#include "cmd/data/typed/naming.h"
#include "cmd/files/json.h"
#include "cmd/listing/values.h"
#include "present.h"
#include "touched.h"

enum { MEMBER = 2, OBJECT = 4, INSIDE = 6, FIELD = 8 }; /* indents of JSON */

static size_t rows_of(const struct msim_objects_shown *shown)
{
    return shown->chosen ? shown->chosen : shown->listed;
}

/* --- JSON: parts -------------------------------------------------------------------------- */

/* All events but the first, the instructions. */
static void json_events(struct msim_json *json, const struct msim_objects_shown *shown,
                        const char *name, const int64_t *count)
{
    const struct msim_counts *counts = &shown->model->counts;
    msim_json_object(json, name, MSIM_JSON_INLINE);
    for (size_t i = 1; i < counts->events; i++)
        msim_json_number(json, counts->event[i], count ? (uint64_t)count[i] : 0);
    msim_json_end(json);
}

static void json_references(struct msim_json *json, const uint64_t *references)
{
    msim_json_number(json, "reads", references[MSIM_READ]);
    msim_json_number(json, "writes", references[MSIM_WRITE]);
}

/* --- JSON: fields ------------------------------------------------------------------------- */

static void json_field_name(struct msim_json *json, const struct msim_objects_row *row,
                            const struct msim_objects_field *field)
{
    if (!field->name)
        msim_json_null(json, "name");
    else
        msim_json_text(json, "name", *field->name ? field->name : row->element.type->name);
}

/* null: the file has no lines, or none of the object's. */
static void json_cache(struct msim_json *json, const struct msim_objects_touched *touched,
                       const struct msim_objects_fields *fields)
{
    msim_json_line(json, INSIDE);
    if (!touched->lives) {
        msim_json_null(json, "cache");
        return;
    }
    msim_json_object(json, "cache", MSIM_JSON_INLINE);
    msim_json_number(json, "line", touched->line);
    msim_json_number(json, "lives", touched->lives);
    if (touched->has_fetches)
        msim_json_number(json, "fetches", touched->fetches);
    else
        msim_json_null(json, "fetches");
    msim_json_number(json, "bytes", touched->bytes);
    msim_json_number(json, "unplaced", touched->unplaced);
    msim_json_value(json, "partly", touched->partly ? "true" : "false");
    msim_json_list(json, "together", MSIM_JSON_INLINE);
    for (size_t i = 0; i < touched->pairs; i++) {
        const struct msim_objects_pair *pair = &touched->pair[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_value(json, "one", "%" PRId64, fields->field[pair->one].offset);
        msim_json_value(json, "other", "%" PRId64, fields->field[pair->other].offset);
        msim_json_number(json, "both", pair->both);
        msim_json_number(json, "either", pair->either);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_end(json);
}

static void json_fields(struct msim_json *json, const struct msim_objects_shown *shown,
                        const struct msim_objects_row *row)
{
    struct msim_objects_fields fields;
    struct msim_objects_touched touched;
    msim_objects_fields_make(&fields, shown->model, row);
    msim_objects_touched_make(&touched, shown->model, row, &fields);
    msim_json_number(json, "used", fields.used);
    msim_json_list(json, "fields", fields.fields ? FIELD : MSIM_JSON_INLINE);
    for (size_t i = 0; i < fields.fields; i++) {
        const struct msim_objects_field *field = &fields.field[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_value(json, "offset", "%" PRId64, field->offset);
        msim_json_number(json, "size", field->bytes);
        json_field_name(json, row, field);
        if (field->type && field->type->type)
            msim_json_text(json, "type", field->type->type->name);
        else
            msim_json_null(json, "type");
        msim_json_value(json, "hole", field->is_hole ? "true" : "false");
        json_references(json, field->references);
        msim_json_number(json, "lives", touched.times[i]);
        json_events(json, shown, "events", field->count);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_line(json, INSIDE);
    msim_json_object(json, "unresolved", MSIM_JSON_INLINE);
    json_references(json, fields.unresolved.references);
    json_events(json, shown, "events", fields.unresolved.count);
    msim_json_end(json);
    json_cache(json, &touched, &fields);
    msim_objects_touched_free(&touched);
    msim_objects_fields_free(&fields);
}

/* --- JSON: users -------------------------------------------------------------------------- */

static void json_lines(struct msim_json *json, const struct msim_objects_shown *shown,
                       const struct msim_objects_row *row)
{
    const struct msim_objects *objects = shown->model->objects;
    struct msim_objects_users users;
    msim_objects_lines(&users, shown->model, row);
    msim_json_list(json, "lines", FIELD);
    for (size_t i = 0; i < users.users; i++) {
        const struct msim_objects_site *site = &objects->site[users.user[i].of];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "function", msim_objects_function_name(objects, site->function));
        msim_objects_json_source(json, site);
        json_references(json, users.user[i].references);
        json_events(json, shown, "events", users.user[i].count);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_objects_users_free(&users);
}

static void json_contexts(struct msim_json *json, const struct msim_objects_shown *shown,
                          const struct msim_objects_row *row)
{
    const struct msim_objects *objects = shown->model->objects;
    struct msim_objects_users users;
    msim_objects_contexts(&users, shown->model, row);
    msim_json_line(json, INSIDE);
    msim_json_list(json, "contexts", users.users ? FIELD : MSIM_JSON_INLINE);
    for (size_t i = 0; i < users.users; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_list(json, "functions", MSIM_JSON_INLINE);
        for (uint32_t at = users.user[i].of; at; at = objects->context[at].outer)
            msim_json_text(json, NULL,
                           msim_objects_function_name(objects, objects->context[at].of));
        msim_json_end(json);
        json_references(json, users.user[i].references);
        json_events(json, shown, "events", users.user[i].count);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_objects_users_free(&users);
}

/* --- JSON: objects ------------------------------------------------------------------------ */

static void json_name(struct msim_json *json, uint32_t number, const struct msim_objects_row *row)
{
    const struct msim_type *type = row->type ? row->type : row->element.type;
    msim_json_number(json, "number", msim_objects_number(number));
    msim_json_text(json, "object", msim_object_kinds[row->kind]);
    msim_json_text(json, "name", row->name);
    msim_json_text_or_null(json, "place", row->place);
    msim_json_text_or_null(json, "file", row->module);
    msim_json_value(json, "resolved", row->is_rest ? "false" : "true");
    msim_json_text_or_null(json, "type", type ? type->name : NULL);
}

static void json_object(struct msim_json *json, const struct msim_objects_shown *shown,
                        uint32_t number)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    struct msim_objects_pattern pattern = msim_objects_pattern_of(shown->model, row);
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    json_name(json, number, row);
    msim_json_line(json, INSIDE);
    msim_objects_json_site(json, shown->model, row);
    msim_json_line(json, INSIDE);
    msim_json_number(json, "low", row->low);
    msim_json_number(json, "high", row->high);
    msim_json_number(json, "blocks", row->blocks);
    msim_json_number(json, "bytes", row->bytes);
    msim_json_number(json, "lived", row->lived);
    msim_json_number(json, "lifetime", row->lifetime);
    msim_json_number(json, "sequential", pattern.near);
    msim_json_number(json, "strided", pattern.steady);
    msim_json_number(json, "random", pattern.random);
    json_references(json, row->references);
    msim_json_line(json, INSIDE);
    json_events(json, shown, "events", row->count);
    msim_json_line(json, INSIDE);
    msim_json_number(json, "element", row->element.bytes);
    msim_json_number(json, "start", row->element.start);
    json_fields(json, shown, row);
    if (shown->chosen) {
        msim_json_line(json, INSIDE);
        json_lines(json, shown, row);
        json_contexts(json, shown, row);
    }
    msim_json_end(json);
}

void msim_objects_json(const struct msim_objects_shown *shown, FILE *to)
{
    const struct msim_objects *objects = shown->model->objects;
    struct msim_json json = msim_json_report(to, "objects", MEMBER);
    msim_json_number(&json, "version", 1);
    msim_json_text(&json, "file", objects->name);
    msim_json_text_or_null(&json, "command", objects->command);
    msim_json_text_or_null(&json, "machine", objects->machine);
    msim_json_text(&json, "references", objects->accesses ? "accesses" : "misses");
    msim_json_number(&json, "instructions", objects->instructions);
    json_events(&json, shown, "totals", shown->model->counts.total);
    msim_json_list(&json, "objects", OBJECT);
    for (size_t i = 0; i < rows_of(shown); i++)
        json_object(&json, shown, shown->order[i]);
    msim_json_end(&json);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

/* --- CSV ---------------------------------------------------------------------------------- */

static void csv_text(FILE *to, const char *text)
{
    fputc(',', to);
    msim_csv_quote(to, text ? text : "");
}

static void csv_object(const struct msim_objects_shown *shown, uint32_t number, FILE *to)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    const struct msim_type *type = row->type ? row->type : row->element.type;
    fprintf(to, "%" PRIu32, msim_objects_number(number));
    csv_text(to, msim_object_kinds[row->kind]);
    csv_text(to, row->name);
    csv_text(to, row->place);
    csv_text(to, row->module);
    csv_text(to, type ? type->name : NULL);
    fprintf(to, ",%" PRIu64 ",%" PRIu64, row->blocks, row->bytes);
}

/* Three fields; empty: nothing is known of the object's lines. */
static void csv_lives(const struct msim_objects_shown *shown, const struct msim_objects_row *row,
                      FILE *to)
{
    struct msim_objects_fields fields;
    struct msim_objects_touched touched;
    msim_objects_fields_make(&fields, shown->model, row);
    msim_objects_touched_make(&touched, shown->model, row, &fields);
    if (!touched.lives)
        fputs(",,,", to);
    else if (!touched.has_fetches)
        fprintf(to, ",%" PRIu64 ",,%" PRIu64, touched.lives, touched.bytes);
    else
        fprintf(to, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, touched.lives, touched.fetches,
                touched.bytes);
    msim_objects_touched_free(&touched);
    msim_objects_fields_free(&fields);
}

/* "8:100/250 72:5/250": the offsets of other fields, and lives with both and with either. */
static void csv_together(const struct msim_objects_touched *touched,
                         const struct msim_objects_fields *fields, size_t number, FILE *to)
{
    const char *separator = "";
    fprintf(to, ",%" PRIu64 ",", touched->times[number]);
    for (size_t i = 0; i < touched->pairs; i++) {
        const struct msim_objects_pair *pair = &touched->pair[i];
        if (pair->one != number && pair->other != number)
            continue;
        size_t with = pair->one == number ? pair->other : pair->one;
        fprintf(to, "%s%" PRId64 ":%" PRIu64 "/%" PRIu64, separator, fields->field[with].offset,
                pair->both, pair->either);
        separator = " ";
    }
}

static void csv_row(const struct msim_objects_shown *shown, uint32_t number, FILE *to)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    csv_object(shown, number, to);
    fprintf(to, ",%" PRIu64 ",%" PRIu64, row->references[MSIM_READ], row->references[MSIM_WRITE]);
    csv_lives(shown, row, to);
    msim_csv_values(&shown->view.show, row->count, to);
    fputs("\r\n", to);
}

/* A field of these by its number, or what is unresolved (SIZE_MAX). */
static void csv_field(const struct msim_objects_shown *shown, uint32_t number,
                      const struct msim_objects_fields *fields,
                      const struct msim_objects_touched *touched, size_t which, FILE *to)
{
    bool known = which != SIZE_MAX;
    const struct msim_objects_field *field = known ? &fields->field[which] : &fields->unresolved;
    const struct msim_objects_row *row = &shown->model->row[number];
    csv_object(shown, number, to);
    if (known)
        fprintf(to, ",%" PRId64 ",%" PRIu64, field->offset, field->bytes);
    else
        fputs(",,", to);
    csv_text(to, field->name && !*field->name ? row->element.type->name : field->name);
    fprintf(to, ",%" PRIu64 ",%" PRIu64, field->references[MSIM_READ],
            field->references[MSIM_WRITE]);
    if (known && touched->lives)
        csv_together(touched, fields, which, to);
    else
        fputs(",,", to);
    msim_csv_values(&shown->view.show, field->count, to);
    fputs("\r\n", to);
}

void msim_objects_csv(const struct msim_objects_shown *shown, FILE *to)
{
    fprintf(to, "number,object,name,place,file,type,blocks,bytes%s,reads,writes%s",
            shown->chosen ? ",offset,size,field" : "",
            shown->chosen ? ",lives,together" : ",lives,fetches,touched");
    msim_csv_columns(&shown->view.show, "", to);
    fputs("\r\n", to);
    for (size_t i = 0; i < rows_of(shown); i++) {
        struct msim_objects_fields fields;
        struct msim_objects_touched touched;
        uint32_t number = shown->order[i];
        if (!shown->chosen) {
            csv_row(shown, number, to);
            continue;
        }
        msim_objects_fields_make(&fields, shown->model, &shown->model->row[number]);
        msim_objects_touched_make(&touched, shown->model, &shown->model->row[number], &fields);
        for (size_t k = 0; k < fields.fields; k++)
            csv_field(shown, number, &fields, &touched, k, to);
        if (fields.unresolved.count)
            csv_field(shown, number, &fields, &touched, SIZE_MAX, to);
        msim_objects_touched_free(&touched);
        msim_objects_fields_free(&fields);
    }
}
