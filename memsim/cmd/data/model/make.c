/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes the rows of rows.h.  A row is found by a key, a text of all that distinguishes it.
 *
 * Cost: a look-up per object, and per use or cell of static data and stacks.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "making.h"
#include "rows.h"

static void take_all(struct msim_objects_making *making, uint32_t row, uint32_t number)
{
    const struct msim_object_set *objects = making->model->objects;
    const struct msim_data_object *object = &objects->object[number];
    for (size_t i = 0; i < object->uses; i++) {
        size_t use = objects->use_of[object->use + i];
        const struct msim_objects_use *its = &objects->use[use];
        for (size_t cell = its->cell; cell < its->cell + its->cells; cell++)
            msim_objects_row_take(making, row, use, cell, objects->cell_offset[cell]);
    }
}

/* --- The heap ----------------------------------------------------------------------------- */

/* A stack's lifetimes belong to all its sizes of blocks; they count once in a row. */
static void add_life(struct msim_objects_making *making, uint32_t number, uint32_t stack)
{
    const struct msim_object_set *objects = making->model->objects;
    struct msim_objects_row *row = &making->model->row[number];
    if (!objects->life_of[stack] || making->lived[stack] == number + 1)
        return;
    const struct msim_objects_life *life = &objects->life[objects->life_of[stack] - 1];
    making->lived[stack] = number + 1;
    row->lived += life->blocks;
    row->lifetime += life->lifetime;
}

static void add_heap(struct msim_objects_making *making, uint32_t object)
{
    char key[120];
    bool is_new;
    uint64_t low, high;
    struct msim_objects_model *model = making->model;
    const struct msim_object_set *objects = model->objects;
    const struct msim_data_object *of = &objects->object[object];
    const struct msim_objects_element *element = &model->element[object];
    struct msim_objects_allocating place =
        msim_objects_allocating(objects, model->types, of->of, &model->wrappers);
    bool typed = element->type != NULL;
    msim_objects_sizes(of, &low, &high);
    /* A line of a header that is inlined in several places is a site in each. */
    snprintf(key, sizeof key,
             "heap %" PRIu32 " %" PRIu32 " %" PRIu64 " %" PRIu32 " %p %" PRIu64 " %" PRIu64,
             objects->function[place.at.function].file,
             msim_names_number(&making->sources, place.function),
             place.is_line ? place.at.line : place.at.offset,
             msim_names_number(&making->sources, msim_objects_base(place.at.source)),
             (const void *)element->type, typed ? element->start : of->low, typed ? 0 : of->high);
    uint32_t number = msim_objects_row_keyed(making, object, key, &is_new);
    struct msim_objects_row *row = &model->row[number];
    if (is_new) {
        row->name = msim_copy(place.function);
        row->place = msim_objects_place(&place.at);
        row->module = objects->file[objects->function[place.at.function].file];
        row->element = *element;
        row->low = low;
        row->high = high;
    } else {
        model->next[object] = model->next[row->object];
        model->next[row->object] = object;
    }
    row->low = low < row->low ? low : row->low;
    row->high = high > row->high ? high : row->high;
    row->blocks += of->blocks;
    row->bytes += of->bytes;
    add_life(making, number, of->of);
    take_all(making, number, object);
}

/* --- What is not split -------------------------------------------------------------------- */

static char *whole_name(const struct msim_object_set *objects, const struct msim_data_object *of)
{
    static const char memory[] = "anonymous memory";
    const char *path = objects->file[of->of], *mapper;
    if (*path)
        return msim_copy(msim_objects_base(path));
    if (of->kind != MSIM_OBJECT_MAPPED)
        return msim_copy(of->kind == MSIM_OBJECT_ALLOCATOR ? "allocator" : "unknown");
    if (!of->mapper)
        return msim_copy(memory);
    mapper = msim_objects_function_name(objects, of->mapper);
    char *name = msim_printed("%s of %s", memory, mapper);
    return name;
}

static void add_whole(struct msim_objects_making *making, uint32_t object)
{
    char key[40];
    bool is_new;
    struct msim_objects_model *model = making->model;
    const struct msim_data_object *of = &model->objects->object[object];
    snprintf(key, sizeof key, "whole %" PRIu32, object);
    uint32_t number = msim_objects_row_keyed(making, object, key, &is_new);
    struct msim_objects_row *row = &model->row[number];
    row->module = model->objects->file[of->of];
    row->name = whole_name(model->objects, of);
    row->place = msim_copy("");
    row->element = model->element[object];
    take_all(making, number, object);
}

/* --- All ---------------------------------------------------------------------------------- */

/* Puts pieces in the order of their rows, which learn where theirs are. */
static void group_pieces(struct msim_objects_model *model)
{
    struct msim_objects_piece *sorted = msim_zeroed(model->pieces, sizeof *sorted);
    size_t next = 0;
    for (uint32_t i = 0; i < model->rows; i++) {
        model->row[i].piece = next;
        next += model->row[i].pieces;
        model->row[i].pieces = 0;
    }
    for (size_t i = 0; i < model->pieces; i++) {
        struct msim_objects_row *row = &model->row[model->piece[i].row];
        sorted[row->piece + row->pieces++] = model->piece[i];
    }
    free(model->piece);
    model->piece = sorted;
}

void msim_objects_model_make(struct msim_objects_model *model)
{
    const struct msim_object_set *objects = model->objects;
    struct msim_objects_making making = {.model = model};
    msim_objects_modules_make(&model->modules, objects);
    msim_objects_events(&model->counts, objects);
    model->next = msim_zeroed(objects->objects + (size_t)1, sizeof *model->next);
    making.lived = msim_zeroed(objects->stacks + (size_t)1, sizeof *making.lived);
    making.entry = msim_zeroed(objects->functions + (size_t)1, sizeof *making.entry);
    for (uint32_t i = 1; i <= objects->objects; i++) {
        switch (objects->object[i].kind) {
        case MSIM_OBJECT_HEAP:
            add_heap(&making, i);
            break;
        case MSIM_OBJECT_STATIC:
        case MSIM_OBJECT_TLS:
        case MSIM_OBJECT_STACK:
            msim_objects_split(&making, i);
            break;
        default:
            add_whole(&making, i);
        }
    }
    group_pieces(model);
    msim_names_free(&making.keys);
    msim_names_free(&making.sources);
    MSIM_FREE(making.lived, making.entry);
}

void msim_objects_model_free(struct msim_objects_model *model)
{
    for (uint32_t i = 0; i < model->rows; i++)
        MSIM_FREE(model->row[i].name, model->row[i].place, model->row[i].count);
    MSIM_FREE(model->row, model->next, model->piece);
    msim_counts_free(&model->counts);
    msim_objects_modules_free(&model->modules);
}
