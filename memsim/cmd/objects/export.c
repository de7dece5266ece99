/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON and CSV of objects; docs/format.md describes both.  Counts are exact. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/data/model/fields.h"
#include "cmd/data/typed/typed.h"
#include "cmd/listing/export.h"
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
    msim_json_number_if(json, "fetches", touched->has_fetches, touched->fetches);
    msim_json_number(json, "bytes", touched->bytes);
    msim_json_number(json, "unplaced", touched->unplaced);
    msim_json_flag(json, "partly", touched->partly);
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
        msim_json_text(json, "type",
                       field->type && field->type->type ? field->type->type->name : NULL);
        msim_json_flag(json, "hole", field->is_hole);
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
    const struct msim_object_set *objects = shown->model->objects;
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
    const struct msim_object_set *objects = shown->model->objects;
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

static const char *known(const char *text)
{
    return text && *text ? text : NULL;
}

/* The fields that rows of objects and of their fields begin with. */
static void put_name(struct msim_export *out, const struct msim_objects_shown *shown,
                     uint32_t number)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    const struct msim_type *type = row->type ? row->type : row->element.type;
    msim_export_row(out);
    msim_export_number(out, msim_objects_number(number));
    msim_export_text(out, msim_object_kinds[row->kind]);
    msim_export_text(out, row->name);
    msim_export_text(out, known(row->place));
    msim_export_text(out, known(row->module));
    msim_export_flag(out, !row->is_rest);
    msim_export_text(out, known(type ? type->name : NULL));
}

/* An object.  JSON goes on with its fields and users, CSV with what is known of its lines. */
static const char object_row[] =
    "number,object,name,place,file,resolved|,type,low|,high|,blocks,bytes,lived|,lifetime|,"
    "sequential|,strided|,random|,reads,writes,|lives,|fetches,|touched,|values*";

static void put_lives(struct msim_export *out, const struct msim_objects_shown *shown,
                      const struct msim_objects_row *row)
{
    struct msim_objects_fields fields;
    struct msim_objects_touched touched;
    msim_objects_fields_make(&fields, shown->model, row);
    msim_objects_touched_make(&touched, shown->model, row, &fields);
    msim_export_number_if(out, touched.lives, touched.lives);
    msim_export_number_if(out, touched.lives && touched.has_fetches, touched.fetches);
    msim_export_number_if(out, touched.lives, touched.bytes);
    msim_objects_touched_free(&touched);
    msim_objects_fields_free(&fields);
}

static void json_inside(struct msim_json *json, const struct msim_objects_shown *shown,
                        const struct msim_objects_row *row)
{
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
}

static void put_object(struct msim_export *out, const struct msim_objects_shown *shown,
                       uint32_t number)
{
    const struct msim_objects_row *row = &shown->model->row[number];
    struct msim_objects_pattern pattern = msim_objects_pattern_of(shown->model, row);
    put_name(out, shown, number);
    if (out->json) {
        msim_json_line(out->json, INSIDE);
        msim_objects_json_site(out->json, shown->model, row);
        msim_json_line(out->json, INSIDE);
    }
    msim_export_number(out, row->low);
    msim_export_number(out, row->high);
    msim_export_number(out, row->blocks);
    msim_export_number(out, row->bytes);
    msim_export_number(out, row->lived);
    msim_export_number(out, row->lifetime);
    msim_export_number(out, pattern.near);
    msim_export_number(out, pattern.steady);
    msim_export_number(out, pattern.random);
    msim_export_number(out, row->references[MSIM_READ]);
    msim_export_number(out, row->references[MSIM_WRITE]);
    if (out->json) {
        json_inside(out->json, shown, row);
    } else {
        put_lives(out, shown, row);
        msim_export_values(out, row->count);
    }
    msim_export_end(out);
}

void msim_objects_json(const struct msim_objects_shown *shown, FILE *to)
{
    const struct msim_object_set *data = shown->model->objects;
    struct msim_json json = msim_json_report(to, "objects", MEMBER);
    msim_json_number(&json, "version", 1);
    msim_json_text(&json, "file", data->name);
    msim_json_text_or_null(&json, "command", data->command);
    msim_json_text_or_null(&json, "machine", data->machine);
    msim_json_text(&json, "references", data->accesses ? "accesses" : "misses");
    msim_json_number(&json, "instructions", data->instructions);
    json_events(&json, shown, "totals", shown->model->counts.total);
    struct msim_export out = msim_export_json(&json, "objects", OBJECT, object_row, NULL);
    for (size_t i = 0; i < rows_of(shown); i++)
        put_object(&out, shown, shown->order[i]);
    msim_export_done(&out);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

/* --- CSV ---------------------------------------------------------------------------------- */

/* "8:100/250 72:5/250": the offsets of other fields, and lives with both and with either. */
static void put_together(struct msim_export *out, const struct msim_objects_touched *touched,
                         const struct msim_objects_fields *fields, size_t number)
{
    char *text = NULL;
    size_t size;
    FILE *to = msim_open_text(&text, &size);
    for (size_t i = 0; i < touched->pairs; i++) {
        const struct msim_objects_pair *pair = &touched->pair[i];
        if (pair->one != number && pair->other != number)
            continue;
        size_t with = pair->one == number ? pair->other : pair->one;
        fprintf(to, "%s%" PRId64 ":%" PRIu64 "/%" PRIu64, ftell(to) ? " " : "",
                fields->field[with].offset, pair->both, pair->either);
    }
    fclose(to);
    msim_export_text(out, text);
    free(text);
}

/* A field of an object, with what that is. */
static const char field_row[] = "number,object,name,place,file,|,type,blocks,bytes,offset,size,"
                                "field,reads,writes,lives,together,values*";

/* A field of these by its number, or what is unresolved (SIZE_MAX). */
static void put_field(struct msim_export *out, const struct msim_objects_shown *shown,
                      uint32_t number, const struct msim_objects_fields *fields,
                      const struct msim_objects_touched *touched, size_t which)
{
    bool is_known = which != SIZE_MAX;
    const struct msim_objects_field *field = is_known ? &fields->field[which] : &fields->unresolved;
    const struct msim_objects_row *row = &shown->model->row[number];
    put_name(out, shown, number);
    msim_export_number(out, row->blocks);
    msim_export_number(out, row->bytes);
    msim_export_signed_if(out, is_known, field->offset);
    msim_export_number_if(out, is_known, field->bytes);
    msim_export_text(out, field->name && !*field->name ? row->element.type->name : field->name);
    msim_export_number(out, field->references[MSIM_READ]);
    msim_export_number(out, field->references[MSIM_WRITE]);
    if (is_known && touched->lives) {
        msim_export_number(out, touched->times[which]);
        put_together(out, touched, fields, which);
    } else {
        msim_export_none(out);
        msim_export_none(out);
    }
    msim_export_values(out, field->count);
    msim_export_end(out);
}

void msim_objects_csv(const struct msim_objects_shown *shown, FILE *to)
{
    struct msim_export out =
        msim_export_csv(to, shown->chosen ? field_row : object_row, &shown->view.show);
    for (size_t i = 0; i < rows_of(shown); i++) {
        struct msim_objects_fields fields;
        struct msim_objects_touched touched;
        uint32_t number = shown->order[i];
        if (!shown->chosen) {
            put_object(&out, shown, number);
            continue;
        }
        msim_objects_fields_make(&fields, shown->model, &shown->model->row[number]);
        msim_objects_touched_make(&touched, shown->model, &shown->model->row[number], &fields);
        for (size_t k = 0; k < fields.fields; k++)
            put_field(&out, shown, number, &fields, &touched, k);
        if (fields.unresolved.count)
            put_field(&out, shown, number, &fields, &touched, SIZE_MAX);
        msim_objects_touched_free(&touched);
        msim_objects_fields_free(&fields);
    }
}
