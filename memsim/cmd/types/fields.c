/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The leaves of a type as a flat list; see types.h.
 *
 * Each structure or union collects the fields of its members, every member's as a unit of its own.
 * Where units overlap (members of a union, bit fields in one byte), what overlaps becomes one
 * field.  What no unit covers is a hole.
 *
 * Types of damaged debugging information may have members anywhere: those that stick out were left
 * out when the type was made, and depth and number are bounded here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "inside.h"

enum { DEEPEST = 64, MOST = 8192, PATH = 1024, JOINED = 4 };

struct row {
    struct msim_type_field field;
    uint64_t end;  /* of its last instance */
    unsigned unit; /* which member of the level that is being put together it is from */
};

struct rows {
    struct msim_types_store *store;
    struct row *row;
    size_t rows;
    bool is_cut;
};

/* Where a type lies in the whole. */
struct place {
    char path[PATH];
    uint64_t offset;
    struct msim_type_field at; /* only its dimensions */
    unsigned depth;
    bool is_base; /* the bytes after its last member may be used by others */
};

static void collect(struct rows *rows, const struct msim_type *type, const struct place *place);

static uint64_t end_of(const struct msim_type_field *field)
{
    uint64_t end = field->offset + field->bytes;
    for (unsigned i = 0; i < field->dimensions; i++)
        if (field->dimension[i].count)
            end += field->dimension[i].stride * (field->dimension[i].count - 1);
    return end;
}

static struct row *add(struct rows *rows, const struct place *place, uint64_t bytes)
{
    static struct row nowhere;
    if (rows->rows >= MOST || place->depth >= DEEPEST) {
        rows->is_cut = true;
        return &nowhere;
    }
    struct row *row = MSIM_NEXT(rows->row, rows->rows);
    *row = (struct row){.field = place->at};
    row->field.path = msim_types_text(rows->store, place->path);
    row->field.offset = place->offset;
    row->field.bytes = bytes;
    row->end = end_of(&row->field);
    return row;
}

static void add_hole(struct rows *rows, const struct place *place, uint64_t from, uint64_t end)
{
    struct place hole = *place;
    if (from >= end)
        return;
    *hole.path = 0;
    hole.offset = from;
    add(rows, &hole, end - from)->field.is_hole = true;
}

/* --- overlaps --------------------------------------------------------------------------------- */

static int by_offset(const void *one, const void *other)
{
    const struct row *a = one, *b = other;
    if (a->field.offset != b->field.offset)
        return a->field.offset < b->field.offset ? -1 : 1;
    return a->unit < b->unit ? -1 : a->unit > b->unit;
}

static const char *joined_path(struct rows *rows, const struct row *row, size_t count)
{
    char text[JOINED * PATH + 8];
    size_t used = 0, named = 0;
    for (size_t i = 0; i < count; i++) {
        bool seen = row[i].field.is_hole;
        for (size_t j = 0; j < i && !seen; j++)
            seen = !row[j].field.is_hole && !strcmp(row[i].field.path, row[j].field.path);
        if (seen)
            continue;
        if (named == JOINED) {
            snprintf(text + used, sizeof text - used, "|...");
            break;
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", named ? "|" : "",
                                 row[i].field.path);
        named++;
    }
    return msim_types_text(rows->store, text);
}

/* Makes one row of several. */
static struct row join(struct rows *rows, const struct row *row, size_t count,
                       const struct place *place)
{
    struct row made = {.field = place->at, .end = row->end, .unit = row->unit};
    made.field.offset = row->field.offset;
    made.field.type = row->field.type;
    for (size_t i = 0; i < count; i++) {
        const struct msim_type *a = made.field.type, *b = row[i].field.type;
        made.end = row[i].end > made.end ? row[i].end : made.end;
        made.field.bits += row[i].field.bits;
        if (!a || !b || a->plain != b->plain || row[i].field.bits)
            made.field.type = NULL;
    }
    made.field.path = joined_path(rows, row, count);
    made.field.bytes = row->field.offset + row->field.bytes;
    for (size_t i = 0; i < count; i++) {
        const struct msim_type_field *field = &row[i].field;
        bool is_inner = field->dimensions > place->at.dimensions;
        uint64_t end = is_inner ? row[i].end : field->offset + field->bytes;
        made.field.bytes = end > made.field.bytes ? end : made.field.bytes;
    }
    made.field.bytes -= made.field.offset;
    made.end = end_of(&made.field);
    return made;
}

/* Where a row ends in one instance of the level at `place`. */
static uint64_t local_end(const struct row *row, const struct place *place)
{
    uint64_t end = row->field.offset + row->field.bytes;
    for (unsigned i = place->at.dimensions; i < row->field.dimensions; i++)
        if (row->field.dimension[i].count)
            end += row->field.dimension[i].stride * (row->field.dimension[i].count - 1);
    return end;
}

/* Joins rows from `first` on that overlap and are of different units; returns the number of groups
 * of rows that do not overlap. */
static size_t settle(struct rows *rows, size_t first, const struct place *place)
{
    size_t kept = first, groups = 0;
    if (rows->rows <= first)
        return 0;
    qsort(rows->row + first, rows->rows - first, sizeof *rows->row, by_offset);
    for (size_t end, from = first; from < rows->rows; from = end) {
        uint64_t reach = local_end(&rows->row[from], place);
        bool mixed = false;
        for (end = from + 1; end < rows->rows && rows->row[end].field.offset < reach; end++) {
            uint64_t other = local_end(&rows->row[end], place);
            reach = other > reach ? other : reach;
            mixed = mixed || rows->row[end].unit != rows->row[from].unit;
        }
        groups++;
        if (mixed) {
            rows->row[kept++] = join(rows, rows->row + from, end - from, place);
            continue;
        }
        memmove(rows->row + kept, rows->row + from, (end - from) * sizeof *rows->row);
        kept += end - from;
    }
    rows->rows = kept;
    return groups;
}

/* Adds holes between the rows from `first` on, which are sorted. */
static void find_holes(struct rows *rows, size_t first, const struct msim_type *type,
                       const struct place *place)
{
    size_t last = rows->rows;
    uint64_t covered = place->offset, end = place->offset + type->bytes;
    if (type->has_hidden || rows->is_cut)
        return;
    for (size_t i = first; i < last; i++) {
        uint64_t from = rows->row[i].field.offset, to = local_end(&rows->row[i], place);
        add_hole(rows, place, covered, from);
        covered = to > covered ? to : covered;
    }
    if (!place->is_base && last > first)
        add_hole(rows, place, covered, end);
}

/* --- kinds of types --------------------------------------------------------------------------- */

static void append(struct place *place, const char *name)
{
    size_t used = strlen(place->path);
    bool dot = used && *name && *name != '[';
    snprintf(place->path + used, PATH - used, "%s%s", dot ? "." : "", name);
}

static void collect_member(struct rows *rows, const struct msim_type_member *member,
                           const struct place *place)
{
    struct place inner = *place;
    inner.depth++;
    inner.offset += member->offset;
    inner.is_base = member->is_base;
    if (!member->is_base)
        append(&inner, member->name);
    if (!member->bits) {
        collect(rows, member->type, &inner);
        return;
    }
    inner.offset += member->bit / 8;
    struct row *row = add(rows, &inner, (member->bit % 8 + member->bits + 7) / 8);
    row->field.type = member->type;
    row->field.bits = member->bits;
}

static bool is_record(const struct msim_type *type)
{
    return type->kind == MSIM_TYPE_STRUCT || type->kind == MSIM_TYPE_CLASS ||
           type->kind == MSIM_TYPE_UNION;
}

static void collect_record(struct rows *rows, const struct msim_type *type,
                           const struct place *place)
{
    size_t first = rows->rows;
    bool is_union = type->kind == MSIM_TYPE_UNION;
    for (size_t i = 0; i < type->members && place->depth < DEEPEST && !rows->is_cut; i++) {
        size_t from = rows->rows;
        collect_member(rows, &type->member[i], place);
        /* What is a hole in one member of a union may be used by another. */
        for (size_t at = from; at < rows->rows;)
            if (is_union && rows->row[at].field.is_hole)
                rows->row[at] = rows->row[--rows->rows];
            else
                rows->row[at++].unit = (unsigned)i;
    }
    size_t groups = settle(rows, first, place);
    if (is_union && groups == 1 && *place->path && rows->rows == first + 1 && type->members > 1) {
        rows->row[first].field.path = msim_types_text(rows->store, place->path);
        rows->row[first].field.type = type;
    }
    find_holes(rows, first, type, place);
}

/* Of several dimensions, which follow each other without gaps, one is made. */
static void collect_array(struct rows *rows, const struct msim_type *type,
                          const struct place *place)
{
    struct place inner = *place;
    const struct msim_type *element = type;
    uint64_t count = 1;
    for (; element && element->kind == MSIM_TYPE_ARRAY && inner.depth < DEEPEST; inner.depth++) {
        append(&inner, "[]");
        if (__builtin_mul_overflow(count, element->elements, &count))
            return;
        element = element->element ? element->element->plain : NULL;
    }
    if (!element || element->kind == MSIM_TYPE_ARRAY || !element->bytes)
        return;
    inner.is_base = false;
    if (is_record(element) && element->members && inner.at.dimensions < MSIM_FIELD_DEPTH) {
        unsigned at = inner.at.dimensions++;
        inner.at.dimension[at].stride = element->bytes;
        inner.at.dimension[at].count = count;
        collect(rows, element, &inner);
        return;
    }
    /* An array without an end is the end of something that has one only by itself. */
    if (!count && inner.at.dimensions)
        return;
    struct row *row = add(rows, &inner, count ? type->bytes : element->bytes);
    row->field.type = type;
    row->field.is_flexible = !count;
}

static void collect(struct rows *rows, const struct msim_type *type, const struct place *place)
{
    const struct msim_type *plain = type->plain;
    if (plain->kind == MSIM_TYPE_ARRAY)
        collect_array(rows, plain, place);
    else if (is_record(plain))
        collect_record(rows, plain, place);
    else if (plain->bytes)
        add(rows, place, plain->bytes)->field.type = type;
}

const struct msim_type_fields *msim_type_fields(const struct msim_type *type)
{
    struct msim_type_inside *inside = type->plain->inside;
    if (inside->has_fields)
        return &inside->fields;
    inside->has_fields = true;
    struct place *place = msim_zeroed(1, sizeof *place);
    struct rows rows = {.store = inside->store};
    collect(&rows, type->plain, place);
    msim_sort(rows.row, rows.rows, sizeof *rows.row, by_offset);
    struct msim_type_field *field = msim_types_memory(inside->store, rows.rows * sizeof *field);
    for (size_t i = 0; i < rows.rows; i++)
        field[i] = rows.row[i].field;
    inside->fields = (struct msim_type_fields){field, rows.rows};
    MSIM_FREE(rows.row, place);
    return &inside->fields;
}

static bool has_byte(const struct msim_type_field *field, uint64_t offset)
{
    if (offset < field->offset)
        return false;
    uint64_t rest = offset - field->offset;
    for (unsigned i = 0; i < field->dimensions; i++) {
        uint64_t stride = field->dimension[i].stride, count = field->dimension[i].count;
        if (!stride || (count && rest / stride >= count))
            return false;
        rest %= stride;
    }
    return field->is_flexible || rest < field->bytes;
}

const struct msim_type_field *msim_type_field_at(const struct msim_type *type, uint64_t offset)
{
    const struct msim_type_fields *fields = msim_type_fields(type);
    const struct msim_type_field *endless = NULL;
    for (size_t i = 0; i < fields->fields && fields->field[i].offset <= offset; i++) {
        const struct msim_type_field *field = &fields->field[i];
        if (!has_byte(field, offset))
            continue;
        if (!field->is_flexible)
            return field;
        endless = field;
    }
    return endless;
}
