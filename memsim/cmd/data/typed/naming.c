/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of naming.h. */
#include "naming.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/data/model/users.h"

void msim_objects_json_source(struct msim_json *json, const struct msim_objects_site *site)
{
    if (!*site->source) {
        msim_json_null(json, "source");
        return;
    }
    size_t room = strlen(site->source) + 24;
    char *text = malloc(room);
    if (text && site->line)
        snprintf(text, room, "%s:%" PRIu64, site->source, site->line);
    msim_json_text(json, "source", text && site->line ? text : site->source);
    free(text);
}

void msim_objects_json_frame(struct msim_json *json, const struct msim_object_set *objects,
                             const struct msim_objects_site *site)
{
    const struct msim_objects_function *function = &objects->function[site->function];
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "function", msim_objects_function_name(objects, site->function));
    msim_objects_json_source(json, site);
    if (function->file)
        msim_json_text(json, "file", objects->file[function->file]);
    else
        msim_json_null(json, "file");
    msim_json_end(json);
}

char *msim_objects_title(const struct msim_objects_row *row)
{
    const struct msim_type *type = row->type ? row->type : row->element.type;
    const char *name = type ? type->name : "";
    const char *rest = row->is_rest ? ", no variable known" : "";
    char size[64] = "";
    if (row->kind == MSIM_OBJECT_HEAP && !type && row->low == row->high)
        snprintf(size, sizeof size, ", %" PRIu64 " bytes", row->low);
    else if (row->kind == MSIM_OBJECT_HEAP && !type)
        snprintf(size, sizeof size, ", %" PRIu64 "-%" PRIu64 " bytes", row->low, row->high);
    size_t room = strlen(row->name) + strlen(row->place) + strlen(name) + sizeof size + 40;
    char *text = msim_zeroed(room, 1);
    snprintf(text, room, "%s%s%s%s%s%s%s%s", row->name, *row->place ? " (" : "", row->place,
             *row->place ? ")" : "", rest, size, *name ? " " : "", name);
    return text;
}

void msim_objects_json_site(struct msim_json *json, const struct msim_objects_model *model,
                            const struct msim_objects_row *row)
{
    const struct msim_object_set *objects = model->objects;
    uint32_t at = 0, common = 0;
    if (row->kind == MSIM_OBJECT_HEAP)
        common = msim_objects_common_frames(model, row, &at);
    msim_json_list(json, "site", MSIM_JSON_INLINE);
    for (; at && common; at = objects->stack[at].outer, common--)
        msim_objects_json_frame(json, objects, &objects->frame[objects->stack[at].of]);
    msim_json_end(json);
}
