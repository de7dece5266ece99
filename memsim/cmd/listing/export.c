/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows as JSON and CSV; see export.h. */
#include "export.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "cmd/base/utf8.h"

void msim_json_desc(struct msim_json *json, const struct msim_counts *counts)
{
    msim_json_list(json, "desc", MSIM_JSON_INLINE);
    for (size_t i = 0; i < counts->source[0].descs; i++)
        msim_json_text(json, NULL, counts->source[0].desc[i].text);
    msim_json_end(json);
}

void msim_json_columns(struct msim_json *json, const struct msim_columns *columns)
{
    static const char *const kinds[] = {"count", "rate", "per-thousand-instructions"};
    msim_json_list(json, "columns", MSIM_JSON_INLINE);
    for (size_t i = 0; i < columns->columns; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "name", columns->column[i].name);
        msim_json_text(json, "kind", kinds[columns->column[i].kind]);
        msim_json_end(json);
    }
    msim_json_end(json);
}

void msim_json_values(struct msim_json *json, const struct msim_columns *columns, const char *name,
                      const int64_t *count)
{
    msim_json_list(json, name, MSIM_JSON_INLINE);
    for (size_t i = 0; i < columns->columns; i++)
        msim_json_value(json, NULL, "%s", msim_value_plain(&columns->column[i], count).text);
    msim_json_end(json);
}

void msim_json_region(struct msim_json *json, const struct msim_regions *regions, uint32_t region)
{
    const char *name[MSIM_REGION_DEPTH];
    for (uint32_t i = region; i; i = regions->region[i].outer)
        name[regions->region[i].depth - 1] = regions->region[i].name;
    msim_json_list(json, "region", MSIM_JSON_INLINE);
    for (size_t i = 0; i < regions->region[region].depth; i++)
        msim_json_text(json, NULL, name[i]);
    msim_json_end(json);
}

/* Names of the columns, each with `before` in front, and a row's values (NULL: they are empty);
 * each follows a comma. */
static void csv_columns(const struct msim_columns *columns, const char *before, FILE *to)
{
    for (size_t i = 0; i < columns->columns; i++) {
        fprintf(to, ",%s", before);
        msim_csv_quote(to, columns->column[i].name);
    }
}

/* Names of the columns, each with `before` in front, and a row's values (NULL: they are empty);
 * each follows a comma. */
static void csv_values(const struct msim_columns *columns, const int64_t *count, FILE *to)
{
    for (size_t i = 0; i < columns->columns; i++) {
        struct msim_value_text value = {""};
        if (count)
            value = msim_value_plain(&columns->column[i], count);
        fprintf(to, ",%s", strcmp(value.text, "null") != 0 ? value.text : "");
    }
}

/* Takes the names of this format from the list. */
static void name_fields(struct msim_export *out, const char *fields)
{
    for (int i = 0; *fields; i++) {
        assert(i < MSIM_EXPORT_FIELDS);
        size_t length = strcspn(fields, ","), one = strcspn(fields, "|,");
        const char *name = one == length || out->json ? fields : fields + one + 1;
        size_t used = name == fields ? one : length - one - 1;
        assert(used < MSIM_EXPORT_NAME);
        memcpy(out->name[i], name, used);
        for (char *at = out->name[i]; out->json && *at; at++)
            *at = *at == ' ' ? '_' : *at == '*' ? 0 : *at;
        fields += length + (fields[length] == ',');
    }
}

struct msim_export msim_export_json(struct msim_json *json, const char *list, int indent,
                                    const char *fields, const struct msim_columns *columns)
{
    struct msim_export out = {.json = json, .columns = columns};
    name_fields(&out, fields);
    msim_json_list(json, list, indent);
    return out;
}

/* Whether the next field has a name here.  In CSV, it is separated from the one before. */
static bool begin(struct msim_export *out)
{
    if (!*out->name[out->next++])
        return false;
    if (!out->json && out->any)
        fputc(',', out->to);
    out->any = true;
    return true;
}

static const char *name_of(const struct msim_export *out)
{
    return out->name[out->next - 1];
}

struct msim_export msim_export_lines(FILE *to, const char *fields,
                                     const struct msim_columns *columns, const char *end)
{
    struct msim_export out = {.to = to, .columns = columns, .end = end};
    name_fields(&out, fields);
    while (out.next < MSIM_EXPORT_FIELDS) {
        char before[MSIM_EXPORT_NAME];
        const char *name = out.name[out.next];
        size_t length = strcspn(name, "*");
        snprintf(before, sizeof before, "%.*s ", (int)length, name);
        if (name[length])
            csv_columns(columns, strcmp(before, "values ") != 0 ? before : "", to);
        if (name[length])
            out.next++;
        else if (begin(&out))
            fputs(name, to);
    }
    fputs(out.end, to);
    return out;
}

struct msim_export msim_export_csv(FILE *to, const char *fields, const struct msim_columns *columns)
{
    return msim_export_lines(to, fields, columns, "\r\n");
}

void msim_export_row(struct msim_export *out)
{
    out->next = 0;
    out->any = false;
    if (out->json)
        msim_json_object(out->json, NULL, MSIM_JSON_INLINE);
}

void msim_export_end(struct msim_export *out)
{
    if (out->json)
        msim_json_end(out->json);
    else
        fputs(out->end, out->to);
}

void msim_export_done(struct msim_export *out)
{
    if (out->json)
        msim_json_end(out->json);
}

void msim_export_text(struct msim_export *out, const char *text)
{
    if (!begin(out))
        return;
    if (out->json)
        msim_json_text(out->json, name_of(out), text);
    else
        msim_csv_quote(out->to, text ? text : "");
}

void msim_export_known(struct msim_export *out, const char *name)
{
    msim_export_text(out, out->json && !strcmp(name, "???") ? NULL : name);
}

void msim_export_number(struct msim_export *out, uint64_t number)
{
    if (!begin(out))
        return;
    if (out->json)
        msim_json_number(out->json, name_of(out), number);
    else
        fprintf(out->to, "%" PRIu64, number);
}

void msim_export_number_if(struct msim_export *out, bool known, uint64_t number)
{
    if (known)
        msim_export_number(out, number);
    else
        msim_export_none(out);
}

void msim_export_signed_if(struct msim_export *out, bool known, int64_t number)
{
    if (!known || number >= 0)
        msim_export_number_if(out, known, (uint64_t)number);
    else if (begin(out) && out->json)
        msim_json_value(out->json, name_of(out), "%" PRId64, number);
    else if (!out->json)
        fprintf(out->to, "%" PRId64, number);
}

void msim_export_flag(struct msim_export *out, bool flag)
{
    if (!begin(out))
        return;
    if (out->json)
        msim_json_flag(out->json, name_of(out), flag);
    else
        fputs(flag ? "yes" : "no", out->to);
}

void msim_export_address(struct msim_export *out, uint64_t address)
{
    if (!begin(out))
        return;
    if (out->json)
        msim_json_value(out->json, name_of(out), "\"0x%" PRIx64 "\"", address);
    else
        fprintf(out->to, "0x%" PRIx64, address);
}

void msim_export_values(struct msim_export *out, const int64_t *count)
{
    if (!*out->name[out->next++])
        return;
    if (!out->json)
        csv_values(out->columns, count, out->to);
    else if (count)
        msim_json_values(out->json, out->columns, name_of(out), count);
    else
        msim_json_null(out->json, name_of(out));
}

void msim_export_none(struct msim_export *out)
{
    msim_export_text(out, NULL);
}

void msim_export_absent(struct msim_export *out)
{
    if (out->json)
        out->next++;
    else
        msim_export_none(out);
}
