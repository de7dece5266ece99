/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Splits static and thread-local data and stacks into variables.
 *
 * What is at the thread pointer and above is no variable: there the C library describes the thread.
 *
 * A cell with an exact offset belongs to the variable at that offset.  A use with a stride belongs
 * to a variable if its first and its last reference do; its cells then have offsets in the
 * variable, modulo the stride.  Everything else is the object's rest.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "making.h"

/* An instruction of the function that has the stack frame; false: none is known. */
static bool find_code(struct msim_objects_making *making, uint32_t function, uint32_t site,
                      uint64_t *address)
{
    const struct msim_object_set *objects = making->model->objects;
    struct msim_objects_entry *entry = &making->entry[function];
    if (objects->site[site].function == function) {
        *address = objects->site[site].offset;
        return true;
    }
    if (!entry->known) {
        const struct msim_objects_function *its = &objects->function[function];
        entry->known = true;
        entry->found = msim_types_function(making->model->types, objects->file[its->file],
                                           its->name, &entry->address);
    }
    *address = entry->address;
    return entry->found;
}

/* The variable at an offset of the object, whose `start` becomes an offset of the object, too. */
static bool find(struct msim_objects_making *making, uint32_t number,
                 const struct msim_objects_use *use, int64_t offset, struct msim_variable *variable)
{
    struct msim_objects_model *model = making->model;
    const struct msim_object_set *objects = model->objects;
    const struct msim_data_object *object = &objects->object[number];
    uint64_t address, base;
    if (!object->of)
        return false;
    switch (object->kind) {
    case MSIM_OBJECT_STATIC:
        base = msim_objects_base_of(&model->modules, objects, object->of);
        if (!msim_types_variable(model->types, objects->file[object->of], (uint64_t)offset + base,
                                 variable))
            return false;
        variable->start -= base;
        return true;
    case MSIM_OBJECT_TLS:
        return msim_types_tls(model->types, objects->file[object->of], offset, variable);
    default:
        return find_code(making, object->of, use->site, &address) &&
               msim_types_local(model->types, objects->file[objects->function[object->of].file],
                                address, offset, variable);
    }
}

/* "solve: matrix", or "matrix" */
static char *variable_name(const struct msim_object_set *objects,
                           const struct msim_data_object *object, const char *name)
{
    bool local = object->kind == MSIM_OBJECT_STACK;
    const char *function = local ? msim_objects_function_name(objects, object->of) : "";
    char *made = msim_printed("%s%s%s", function, local && *name ? ": " : "", name);
    return made;
}

static const char *module_of(const struct msim_object_set *objects,
                             const struct msim_data_object *object)
{
    return objects
        ->file[object->kind == MSIM_OBJECT_STACK ? objects->function[object->of].file : object->of];
}

static uint32_t variable_row(struct msim_objects_making *making, uint32_t number,
                             const struct msim_variable *variable)
{
    char key[100];
    bool is_new;
    struct msim_objects_model *model = making->model;
    const struct msim_data_object *object = &model->objects->object[number];
    /* Locals of different scopes may share a slot. */
    uint32_t name = msim_names_number(&making->sources, variable->name);
    snprintf(key, sizeof key, "variable %" PRIu32 " %" PRIu64 " %" PRIu32, number, variable->start,
             name);
    uint32_t made = msim_objects_row_keyed(making, number, key, &is_new);
    struct msim_objects_row *row = &model->row[made];
    if (!is_new)
        return made;
    struct msim_objects_site declared = {.source = variable->source ? variable->source : "",
                                         .line = variable->line};
    row->name = variable_name(model->objects, object, variable->name);
    row->place = msim_objects_place(&declared);
    row->module = module_of(model->objects, object);
    row->is_part = true;
    row->base = (int64_t)variable->start;
    row->type = variable->type;
    row->element = msim_objects_element_of(variable->type);
    row->low = row->high = row->bytes = variable->bytes;
    row->blocks = 1;
    return made;
}

static const char *rest_name(const struct msim_data_object *object, const char *module,
                             bool is_descriptor)
{
    if (object->kind == MSIM_OBJECT_TLS)
        return is_descriptor ? "thread descriptor" : "thread-local data";
    return *module ? msim_objects_base(module) : "???";
}

/* `offset`: in the object. */
static uint32_t rest_row(struct msim_objects_making *making, uint32_t number, int64_t offset)
{
    char key[40];
    bool is_new;
    struct msim_objects_model *model = making->model;
    const struct msim_object_set *objects = model->objects;
    const struct msim_data_object *object = &objects->object[number];
    bool is_descriptor = object->kind == MSIM_OBJECT_TLS && offset >= 0;
    snprintf(key, sizeof key, "%s %" PRIu32, is_descriptor ? "descriptor" : "rest", number);
    uint32_t made = msim_objects_row_keyed(making, number, key, &is_new);
    struct msim_objects_row *row = &model->row[made];
    if (!is_new)
        return made;
    row->module = is_descriptor ? "" : module_of(objects, object);
    row->name = object->kind == MSIM_OBJECT_STACK
                    ? variable_name(objects, object, "")
                    : msim_copy(rest_name(object, row->module, is_descriptor));
    row->place = msim_copy("");
    row->is_rest = row->is_part = true;
    return made;
}

static int64_t modulo(int64_t offset, uint64_t stride)
{
    int64_t rest = stride > INT64_MAX ? offset : offset % (int64_t)stride;
    return rest < 0 ? rest + (int64_t)stride : rest;
}

static void take_strided(struct msim_objects_making *making, uint32_t number, size_t use)
{
    struct msim_variable first, last;
    const struct msim_object_set *objects = making->model->objects;
    const struct msim_objects_use *its = &objects->use[use];
    bool known = find(making, number, its, its->first, &first) &&
                 find(making, number, its, its->last, &last) && first.start == last.start &&
                 !strcmp(first.name, last.name);
    uint32_t row =
        known ? variable_row(making, number, &first) : rest_row(making, number, its->first);
    for (size_t cell = its->cell; cell < its->cell + its->cells; cell++) {
        int64_t offset = objects->cell_offset[cell];
        if (known)
            offset = modulo(offset - modulo((int64_t)first.start, its->stride), its->stride);
        msim_objects_row_take(making, row, use, cell, offset);
    }
}

static void take_exact(struct msim_objects_making *making, uint32_t number, size_t use)
{
    struct msim_variable variable;
    const struct msim_object_set *objects = making->model->objects;
    const struct msim_objects_use *its = &objects->use[use];
    for (size_t cell = its->cell; cell < its->cell + its->cells; cell++) {
        int64_t offset = objects->cell_offset[cell];
        bool known = find(making, number, its, offset, &variable);
        uint32_t row =
            known ? variable_row(making, number, &variable) : rest_row(making, number, offset);
        if (known)
            offset = (int64_t)((uint64_t)offset - variable.start);
        msim_objects_row_take(making, row, use, cell, offset);
    }
}

void msim_objects_split(struct msim_objects_making *making, uint32_t number)
{
    const struct msim_object_set *objects = making->model->objects;
    const struct msim_data_object *object = &objects->object[number];
    for (size_t i = 0; i < object->uses; i++) {
        size_t use = objects->use_of[object->use + i];
        if (objects->use[use].stride)
            take_strided(making, number, use);
        else
            take_exact(making, number, use);
    }
}
