/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The elements of typed.h. */
#include "typed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/nearest.h"
#include "cmd/data/model/fields.h"
#include "cmd/types/types.h"

/* The colon before the type: the last one that is not one of two. */
static const char *find_colon(const char *text)
{
    for (const char *at = text + strlen(text); at-- > text;)
        if (*at == ':' && at[1] != ':' && (at == text || at[-1] != ':'))
            return at;
    return NULL;
}

/* In the executable or library that allocates or, if it is not known there, in any. */
static const struct msim_type *find_type(const struct msim_object_set *objects,
                                         struct msim_types *types, uint32_t file, const char *name)
{
    const struct msim_type *type = file ? msim_types_named(types, objects->file[file], name) : NULL;
    for (uint32_t i = 1; i <= objects->files && !type; i++)
        type = msim_types_named(types, objects->file[i], name);
    return type;
}

static void apply(struct msim_objects_element *element, const struct msim_type *type,
                  const char *option)
{
    *element = msim_objects_element_of(type);
    if (!element->bytes)
        msim_bad_input("--type=%s: expected a type with a size", option);
    element->given = true;
}

/* A value of --type, and what has been found of it. */
struct given {
    const char *option, *name; /* name: of the type */
    char *site;
    const struct msim_type *type;
    struct msim_nearest nearest;
};

static struct given read_given(const char *option)
{
    const char *colon = find_colon(option);
    if (!colon || colon == option || !colon[1])
        msim_bad_usage("--type=%s: expected FUNCTION:TYPE or FILE:LINE:TYPE, as in f:struct foo",
                       option);
    struct given given = {.option = option, .name = colon + 1, .site = msim_copy(option)};
    given.site[colon - option] = 0;
    given.nearest = msim_nearest_to(given.site);
    return given;
}

/* Applies it to what the function, or the line, allocates. */
static void give(struct msim_objects_element *element, const struct msim_object_set *objects,
                 const struct msim_wrappers *wrappers, struct msim_types *types,
                 struct given *given, bool by_line)
{
    for (uint32_t i = 1; i <= objects->objects; i++) {
        if (objects->object[i].kind != MSIM_OBJECT_HEAP || !objects->object[i].of)
            continue;
        struct msim_objects_allocating by =
            msim_objects_allocating(objects, types, objects->object[i].of, wrappers);
        char *place = msim_objects_place(&by.at);
        bool fits =
            by_line ? !strcmp(place, given->site) : msim_is_function_of(given->site, by.function);
        msim_nearest_try(&given->nearest, by_line ? place : by.function);
        free(place);
        if (!fits)
            continue;
        if (!given->type)
            given->type =
                find_type(objects, types, msim_objects_file_of(objects, &by.at), given->name);
        if (!given->type)
            msim_bad_input("--type=%s: no type %s in the debugging information of the program and "
                           "its libraries; compile with -g",
                           given->option, given->name);
        apply(&element[i], given->type, given->option);
    }
}

/* A line is more than its function, whatever the order of the options. */
static void give_all(struct msim_objects_element *element, const struct msim_object_set *objects,
                     const struct msim_wrappers *wrappers, struct msim_types *types,
                     const char *const *option, size_t options)
{
    struct given *given = msim_zeroed(options, sizeof *given);
    for (size_t i = 0; i < options; i++)
        given[i] = read_given(option[i]);
    for (int by_line = 0; by_line < 2; by_line++)
        for (size_t i = 0; i < options; i++)
            give(element, objects, wrappers, types, &given[i], by_line);
    for (size_t i = 0; i < options; i++) {
        const char *nearest = given[i].nearest.name;
        if (!given[i].type)
            msim_bad_input("--type=%s: nothing was allocated by %s%s%s%s", given[i].option,
                           given[i].site, nearest ? "; did you mean " : "", nearest ? nearest : "",
                           nearest ? "?" : "");
        free(given[i].site);
    }
    free(given);
}

/* What allocates knows the type, if it is a container's or a smart pointer's: the same however the
 * run was recorded.  Bytes may be of anything. */
static bool find_allocated(const struct msim_object_set *objects,
                           const struct msim_wrappers *wrappers, struct msim_types *types,
                           uint32_t number, struct msim_objects_element *element)
{
    const struct msim_data_object *of = &objects->object[number];
    if (of->kind != MSIM_OBJECT_HEAP || !of->of)
        return false;
    struct msim_objects_allocating by = msim_objects_allocating(objects, types, of->of, wrappers);
    if (!by.type || !msim_objects_element_allocated(of, by.type, by.is_table, element))
        return false;
    struct msim_objects_element voted;
    if (msim_type_is_byte(element->type) && msim_objects_vote(objects, types, number, &voted))
        *element = voted;
    return true;
}

struct msim_objects_element *msim_objects_elements(const struct msim_object_set *objects,
                                                   const struct msim_wrappers *wrappers,
                                                   struct msim_types *types,
                                                   const char *const *given, size_t givens)
{
    struct msim_objects_element *element =
        msim_zeroed(objects->objects + (size_t)1, sizeof *element);
    for (uint32_t i = 1; i <= objects->objects; i++)
        if (!find_allocated(objects, wrappers, types, i, &element[i]) &&
            !msim_objects_vote(objects, types, i, &element[i]))
            element[i] = msim_objects_element_untyped(objects, i);
    give_all(element, objects, wrappers, types, given, givens);
    return element;
}

/* --- Files -------------------------------------------------------------------------------- */

void msim_objects_expect(struct msim_types *types, const struct msim_object_set *objects)
{
    const char *first = NULL, *none = msim_types_no_reader();
    uint32_t others = 0;
    for (uint32_t i = 1; i <= objects->files; i++) {
        if (!objects->build_id[i])
            continue;
        msim_types_expect(types, objects->file[i], objects->build_id[i]);
        const char *other = msim_types_other(types, objects->file[i]);
        first = first ? first : other;
        others += other != NULL;
    }
    if (first && others > 1)
        msim_warn("%s, or run it again: types and variables of it and of %" PRIu32
                  " more file%s are not shown",
                  first, others - 1, others == 2 ? "" : "s");
    else if (first)
        msim_warn("%s, or run it again: its types and variables are not shown", first);
    if (none)
        msim_warn("types and fields are not shown: %s", none);
}

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

/* A frame or site, as an element of a list. */
static void put_frame(struct msim_json *json, const struct msim_object_set *objects,
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

void msim_objects_label(struct msim_labels *labels, const struct msim_objects_row *row)
{
    const struct msim_type *type = row->type ? row->type : row->element.type;
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s", row->name);
    if (*row->place)
        msim_labels_put(labels, MSIM_LABEL_PLACE, " (%s)", row->place);
    if (row->is_rest)
        msim_labels_put(labels, MSIM_LABEL_REMARK, ", no variable known");
    if (row->kind == MSIM_OBJECT_HEAP && !type && row->low == row->high)
        msim_labels_put(labels, MSIM_LABEL_PLACE, ", %" PRIu64 " bytes", row->low);
    else if (row->kind == MSIM_OBJECT_HEAP && !type)
        msim_labels_put(labels, MSIM_LABEL_PLACE, ", %" PRIu64 "-%" PRIu64 " bytes", row->low,
                        row->high);
    if (type && *type->name)
        msim_labels_put(labels, MSIM_LABEL_PLACE, " ");
    if (type)
        msim_labels_put(labels, MSIM_LABEL_NAME, "%s", type->name);
}

char *msim_objects_title(const struct msim_objects_row *row)
{
    struct msim_labels labels = {.count = 0};
    msim_objects_label(&labels, row);
    char *text = msim_copy(labels.label[0].full);
    msim_labels_free(&labels);
    return text;
}

void msim_objects_label_site(struct msim_labels *labels, const struct msim_object_set *objects,
                             const struct msim_objects_site *site)
{
    char *place = msim_objects_place(site);
    msim_labels_next(labels, 0);
    msim_labels_put(labels, MSIM_LABEL_NAME, "%s",
                    msim_objects_function_name(objects, site->function));
    if (*place)
        msim_labels_put(labels, MSIM_LABEL_PLACE, " (%s)", place);
    free(place);
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
        put_frame(json, objects, &objects->frame[objects->stack[at].of]);
    msim_json_end(json);
}
