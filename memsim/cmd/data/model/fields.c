/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fields of fields.h. */
#include "fields.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/types/types.h"
#include "engine/base/numbers.h"
#include "making.h"

/* CANDIDATES: places in an element that are tried for a reference; ROOM: the largest element whose
 * used bytes are counted. */
enum { CANDIDATES = 4096, ROOM = 1 << 20 };

struct making {
    struct msim_objects_model *model;
    const struct msim_objects_row *row;
    struct msim_objects_fields *made;
    const struct msim_type_fields *list; /* of the element's type */
    unsigned char *touched;              /* by byte of the element; NULL: it is too large */
    uint64_t tail,
        unit; /* where its array without an end begins, and bytes of an element of that; 0: none */
};

/* --- Places in an element ----------------------------------------------------------------- */

/* Where in its element a cell is: at *offset or, if *step is not 0, at *offset + any multiple of
 * that.  false: before the first element. */
static bool place_of(const struct making *making, const struct msim_objects_piece *piece,
                     uint64_t *offset, uint64_t *step)
{
    const struct msim_objects_element *element = &making->row->element;
    uint64_t stride = making->model->objects->use[piece->use].stride;
    *step = stride && stride % element->bytes ? msim_gcd(stride, element->bytes) : 0;
    if (!stride && (piece->offset < 0 || (uint64_t)piece->offset < element->start))
        return false;
    if (element->is_single &&
        (stride ? making->model->objects->use[piece->use].last : piece->offset) >=
            (int64_t)(element->start + element->bytes))
        return false;
    uint64_t within = *step ? *step : element->bytes;
    /* Below 0 is possible with a stride only. */
    uint64_t start = element->start % within, at = (uint64_t)piece->offset % within;
    *offset = at >= start ? at - start : at + within - start;
    return true;
}

/* What the instruction says of its operand; false: nothing. */
static bool find_operand(const struct making *making, const struct msim_objects_use *use,
                         struct msim_operand_type *operand)
{
    struct msim_objects_model *model = making->model;
    const struct msim_objects_site *site = &model->objects->site[use->site];
    uint32_t file = msim_objects_file_of(model->objects, site);
    return use->site && file &&
           msim_types_operand(model->types, model->objects->file[file], site->offset,
                              use->access == MSIM_WRITE, operand);
}

/* --- Fields of types ---------------------------------------------------------------------- */

static struct msim_objects_field *field_at(const struct making *making, uint64_t offset)
{
    const struct msim_type_field *found = msim_type_field_at(making->row->element.type, offset);
    return found ? &making->made->field[found - making->list->field] : NULL;
}

/* The field that all places lead to with which the instruction agrees so; NULL: there are
 * several. */
static struct msim_objects_field *only_field(const struct making *making, uint64_t *offset,
                                             uint64_t step, const struct msim_operand_type *operand,
                                             enum msim_agreement wanted)
{
    uint64_t bytes = making->row->element.bytes;
    struct msim_objects_field *only = NULL;
    for (uint64_t at = *offset; at < bytes; at += step ? step : bytes) {
        if (operand->type && msim_type_agrees(making->row->element.type, at, operand) != wanted)
            continue;
        struct msim_objects_field *field = field_at(making, at);
        if (!field || (only && only != field))
            return NULL;
        if (!only)
            *offset = at;
        only = field;
    }
    return only;
}

/* Within one element, a use with a stride touches what lies between its first and its last offset:
 * the field, if that is one.  *offset: of its first reference. */
static struct msim_objects_field *range_field(const struct making *making,
                                              const struct msim_objects_use *use, uint64_t *offset)
{
    const struct msim_objects_element *element = &making->row->element;
    int64_t from, length;
    if (!use->stride || __builtin_sub_overflow(use->last, use->first, &length) ||
        (uint64_t)length >= element->bytes ||
        __builtin_sub_overflow(use->first, making->row->base, &from) || from < 0 ||
        (uint64_t)from < element->start)
        return NULL;
    uint64_t at = ((uint64_t)from - element->start) % element->bytes;
    if ((uint64_t)length >= element->bytes - at || (uint64_t)length / use->stride > CANDIDATES)
        return NULL;
    struct msim_objects_field *only = field_at(making, at);
    for (uint64_t step = use->stride; step <= (uint64_t)length && only; step += use->stride)
        if (field_at(making, at + step) != only)
            only = NULL;
    *offset = at;
    return only;
}

/* A structure that ends in an array without an end is alone in its block: what follows it is
 * that array's. */
static struct msim_objects_field *field_with_tail(const struct making *making,
                                                  const struct msim_objects_piece *piece,
                                                  uint64_t *offset)
{
    const struct msim_objects_use *use = &making->model->objects->use[piece->use];
    int64_t start = (int64_t)making->row->element.start;
    if ((use->stride ? use->first : piece->offset) < start)
        return NULL;
    *offset = (uint64_t)((use->stride ? use->first : piece->offset) - start);
    if (!use->stride)
        return field_at(making, *offset);
    if (*offset < making->tail)
        return range_field(making, use, offset);
    if (use->stride % making->unit == 0)
        return field_at(making, *offset);
    struct msim_objects_field *field = field_at(making, *offset);
    return field && field->type->is_flexible ? field : NULL;
}

/* What follows the last element that a block has room for is something else. */
static bool is_after(const struct making *making, const struct msim_objects_piece *piece)
{
    const struct msim_objects_row *row = making->row;
    const struct msim_objects_element *element = &row->element;
    const struct msim_objects_use *use = &making->model->objects->use[piece->use];
    if (row->kind != MSIM_OBJECT_HEAP || row->high < element->start + element->bytes)
        return false;
    uint64_t elements = (row->high - element->start) / element->bytes;
    return (use->stride ? use->last : piece->offset) >=
           (int64_t)(element->start + elements * element->bytes);
}

/* The slots of a hash table of Rust's are followed by bytes that say which are in use. */
static bool is_about_slots(const struct making *making, const struct msim_objects_piece *piece)
{
    enum { GROUP = 16 };
    const struct msim_objects_use *use = &making->model->objects->use[piece->use];
    const struct msim_objects_element *element = &making->row->element;
    uint64_t low, high;
    if (!element->is_table)
        return false;
    msim_objects_sizes(&making->model->objects->object[use->object], &low, &high);
    uint64_t slots = low == high ? msim_objects_slots(element->bytes, low) : 0;
    uint64_t data = msim_round_up(slots * element->bytes, GROUP);
    return slots && (use->stride ? use->first : piece->offset) >= (int64_t)data;
}

/* What the type has where no instruction that says otherwise uses it. */
static struct msim_objects_field *
typed_field(const struct making *making, const struct msim_objects_piece *piece, uint64_t *offset)
{
    const struct msim_objects_use *use = &making->model->objects->use[piece->use];
    const struct msim_objects_element *element = &making->row->element;
    struct msim_operand_type operand;
    uint64_t step;
    if (making->unit)
        return field_with_tail(making, piece, offset);
    if (is_about_slots(making, piece)) {
        *offset = element->bytes;
        return &making->made->field[making->made->fields - 1];
    }
    if (is_after(making, piece))
        return NULL;
    /* Programs use bytes as whatever they have put there. */
    if (msim_type_is_byte(element->type))
        return field_at(making, *offset = 0);
    struct msim_objects_field *within = range_field(making, use, offset);
    if (within)
        return within;
    if (!place_of(making, piece, offset, &step) || (step && element->bytes / step > CANDIDATES))
        return NULL;
    if (!find_operand(making, use, &operand) || (element->given && !step))
        operand.type = NULL;
    struct msim_objects_field *field = only_field(making, offset, step, &operand, MSIM_AGREE_YES);
    return field || !operand.type ? field
                                  : only_field(making, offset, step, &operand, MSIM_AGREE_SILENT);
}

static void find_tail(struct making *making, const struct msim_type_field *field)
{
    bool is_array = field->dimensions && !field->dimension[0].count;
    making->tail = field->offset;
    making->unit = is_array ? field->dimension[0].stride : field->is_flexible ? field->bytes : 0;
}

static void list_fields(struct making *making)
{
    struct msim_objects_fields *made = making->made;
    making->list = msim_type_fields(making->row->element.type);
    const struct msim_objects_element *element = &making->row->element;
    size_t fields = making->list->fields;
    made->fields = fields + element->is_table;
    made->field = msim_zeroed(made->fields, sizeof *made->field);
    if (element->is_table)
        made->field[fields] = (struct msim_objects_field){
            .name = "(control bytes)", .offset = (int64_t)element->bytes, .bytes = 1};
    for (size_t i = 0; i < fields; i++) {
        const struct msim_type_field *field = &making->list->field[i];
        if (!making->unit && !field->is_hole) {
            find_tail(making, field);
            made->tail = i;
        }
        made->field[i] = (struct msim_objects_field){.name = field->is_hole ? NULL : field->path,
                                                     .offset = (int64_t)field->offset,
                                                     .bytes = field->bytes,
                                                     .type = field,
                                                     .is_hole = field->is_hole};
    }
}

/* --- Fields without types ----------------------------------------------------------------- */

static int by_offset(const void *a, const void *b)
{
    const struct msim_objects_field *one = a, *other = b;
    return (one->offset > other->offset) - (one->offset < other->offset);
}

/* The offset of a cell, folded if the size of elements is known; false: it has several. */
static bool plain_offset(const struct making *making, const struct msim_objects_piece *piece,
                         int64_t *offset)
{
    uint64_t at, step, stride = making->model->objects->use[piece->use].stride;
    if (!making->row->element.bytes) {
        *offset = piece->offset;
        return !stride;
    }
    if (piece->offset < 0 || !place_of(making, piece, &at, &step) || step)
        return false;
    *offset = (int64_t)at;
    return true;
}

static void list_offsets(struct making *making)
{
    const struct msim_objects_model *model = making->model;
    const struct msim_objects_row *row = making->row;
    struct msim_objects_fields *made = making->made;
    size_t kept = 0;
    for (size_t i = row->piece; i < row->piece + row->pieces; i++) {
        int64_t offset;
        if (!plain_offset(making, &model->piece[i], &offset))
            continue;
        MSIM_PUSH(made->field, made->fields,
                  (struct msim_objects_field){
                      .offset = offset, .bytes = model->objects->use[model->piece[i].use].size});
    }
    msim_sort(made->field, made->fields, sizeof *made->field, by_offset);
    for (size_t i = 0; i < made->fields; i++) {
        struct msim_objects_field *last = kept ? &made->field[kept - 1] : NULL;
        if (!last || last->offset != made->field[i].offset)
            made->field[kept++] = made->field[i];
        else if (last->bytes < made->field[i].bytes)
            last->bytes = made->field[i].bytes;
    }
    made->fields = kept;
}

static struct msim_objects_field *
untyped_field(const struct making *making, const struct msim_objects_piece *piece, uint64_t *at)
{
    struct msim_objects_field key;
    if (!plain_offset(making, piece, &key.offset))
        return NULL;
    *at = (uint64_t)key.offset;
    return bsearch(&key, making->made->field, making->made->fields, sizeof key, by_offset);
}

/* --- Counts ------------------------------------------------------------------------------- */

static void touch(struct making *making, uint64_t offset, uint64_t size)
{
    uint64_t bytes = making->row->element.bytes;
    if (!making->touched || offset >= bytes)
        return;
    uint64_t end = size > bytes - offset ? bytes : offset + size;
    for (; offset < end; offset++)
        if (!making->touched[offset]) {
            making->touched[offset] = 1;
            making->made->used++;
        }
}

static void add(struct making *making, struct msim_objects_field *field,
                const struct msim_objects_piece *piece)
{
    const struct msim_object_set *objects = making->model->objects;
    enum msim_access_kind access = objects->use[piece->use].access;
    const uint64_t *count = msim_objects_cell(objects, piece->cell);
    if (!field->count)
        field->count = msim_zeroed(making->model->counts.events, sizeof *field->count);
    field->references[access] += count[0];
    msim_objects_add(objects, access, count, field->count);
}

void msim_objects_fields_make(struct msim_objects_fields *fields, struct msim_objects_model *model,
                              const struct msim_objects_row *row)
{
    struct making making = {.model = model, .row = row, .made = fields};
    *fields = (struct msim_objects_fields){.used = 0};
    if (row->element.type)
        list_fields(&making);
    else
        list_offsets(&making);
    fields->has_tail = making.unit != 0;
    if (row->element.bytes && row->element.bytes <= ROOM)
        making.touched = msim_zeroed(row->element.bytes, 1);
    for (size_t i = row->piece; i < row->piece + row->pieces; i++) {
        const struct msim_objects_piece *piece = &model->piece[i];
        uint64_t at = 0;
        struct msim_objects_field *field = row->element.type ? typed_field(&making, piece, &at)
                                                             : untyped_field(&making, piece, &at);
        if (field)
            touch(&making, at, model->objects->use[piece->use].size);
        add(&making, field ? field : &fields->unresolved, piece);
    }
    for (size_t i = 0; i < fields->fields; i++)
        if (!fields->field[i].count)
            fields->field[i].count = msim_zeroed(model->counts.events, sizeof(int64_t));
    free(making.touched);
}

void msim_objects_fields_free(struct msim_objects_fields *fields)
{
    for (size_t i = 0; i < fields->fields; i++)
        free(fields->field[i].count);
    MSIM_FREE(fields->unresolved.count, fields->field);
    *fields = (struct msim_objects_fields){.used = 0};
}

struct msim_objects_pattern msim_objects_pattern_of(const struct msim_objects_model *model,
                                                    const struct msim_objects_row *row)
{
    struct msim_objects_pattern pattern = {0};
    size_t last = SIZE_MAX;
    for (size_t i = row->piece; i < row->piece + row->pieces; i++) {
        const struct msim_objects_use *use = &model->objects->use[model->piece[i].use];
        if (model->piece[i].use == last) /* the pieces of a use follow each other */
            continue;
        last = model->piece[i].use;
        pattern.near += use->near;
        pattern.steady += use->steady;
        pattern.random += use->random;
    }
    return pattern;
}
