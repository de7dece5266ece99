/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of values.h. */
#include "values.h"

#include <string.h>

#include "cmd/base/quote.h"

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

void msim_csv_columns(const struct msim_columns *columns, const char *before, FILE *to)
{
    for (size_t i = 0; i < columns->columns; i++) {
        fprintf(to, ",%s", before);
        msim_csv_quote(to, columns->column[i].name);
    }
}

void msim_csv_values(const struct msim_columns *columns, const int64_t *count, FILE *to)
{
    for (size_t i = 0; i < columns->columns; i++) {
        struct msim_value_text value = {""};
        if (count)
            value = msim_value_plain(&columns->column[i], count);
        fprintf(to, ",%s", strcmp(value.text, "null") != 0 ? value.text : "");
    }
}
