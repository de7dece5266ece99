/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes JSON; see json.h. */
#include "json.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>

#include "cmd/base/utf8.h"

struct msim_json msim_json_start(FILE *to)
{
    return (struct msim_json){
        .to = to, .line = MSIM_JSON_INLINE, .level = {{.indent = MSIM_JSON_INLINE}}};
}

static void begin_line(struct msim_json *json, int blanks)
{
    fputc('\n', json->to);
    for (int i = 0; i < blanks; i++)
        fputc(' ', json->to);
    json->line = MSIM_JSON_INLINE;
}

/* Writes what precedes a value: the comma after the previous one, a new line or a blank, and its
 * name. */
static void begin_value(struct msim_json *json, const char *name)
{
    struct msim_json_level *level = &json->level[json->depth];
    int blanks = json->line != MSIM_JSON_INLINE ? json->line : level->indent;
    if (level->is_any)
        fputc(',', json->to);
    if (blanks != MSIM_JSON_INLINE)
        begin_line(json, blanks);
    else if (level->is_any)
        fputc(' ', json->to);
    if (name) {
        fputc('"', json->to);
        fputs(name, json->to);
        fputs("\": ", json->to);
    }
    level->is_any = true;
}

static void begin(struct msim_json *json, const char *name, int indent, const char *ends)
{
    assert(json->depth < MSIM_JSON_DEPTH);
    begin_value(json, name);
    fputc(ends[0], json->to);
    json->level[++json->depth] = (struct msim_json_level){.end = ends[1], .indent = indent};
}

void msim_json_object(struct msim_json *json, const char *name, int indent)
{
    begin(json, name, indent, "{}");
}

void msim_json_list(struct msim_json *json, const char *name, int indent)
{
    begin(json, name, indent, "[]");
}

void msim_json_end(struct msim_json *json)
{
    assert(json->depth > 0);
    if (json->line != MSIM_JSON_INLINE)
        begin_line(json, json->line);
    fputc(json->level[json->depth--].end, json->to);
    if (!json->depth)
        fputc('\n', json->to);
}

void msim_json_line(struct msim_json *json, int blanks)
{
    json->line = blanks;
}

void msim_json_text(struct msim_json *json, const char *name, const char *text)
{
    begin_value(json, name);
    if (text)
        msim_json_quote(json->to, text);
    else
        fputs("null", json->to);
}

void msim_json_text_or_null(struct msim_json *json, const char *name, const char *text)
{
    msim_json_text(json, name, text && *text ? text : NULL);
}

void msim_json_number(struct msim_json *json, const char *name, uint64_t number)
{
    begin_value(json, name);
    fprintf(json->to, "%" PRIu64, number);
}

void msim_json_number_if(struct msim_json *json, const char *name, bool known, uint64_t number)
{
    if (known)
        msim_json_number(json, name, number);
    else
        msim_json_null(json, name);
}

void msim_json_flag(struct msim_json *json, const char *name, bool flag)
{
    begin_value(json, name);
    fputs(flag ? "true" : "false", json->to);
}

void msim_json_null(struct msim_json *json, const char *name)
{
    msim_json_text(json, name, NULL);
}

void msim_json_value(struct msim_json *json, const char *name, const char *format, ...)
{
    va_list values;
    begin_value(json, name);
    va_start(values, format);
    vfprintf(json->to, format, values);
    va_end(values);
}

struct msim_json msim_json_report(FILE *to, const char *kind, int indent)
{
    struct msim_json json = msim_json_start(to);
    msim_json_object(&json, NULL, indent);
    msim_json_text(&json, "memsim", MEMSIM_VERSION);
    msim_json_text(&json, "kind", kind);
    return json;
}
