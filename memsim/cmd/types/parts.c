/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of types; see types.h. */
#include "types.h"

#include <string.h>

#include "engine/base/numbers.h"

enum { DEEPEST = 32 };

static bool has_place(const struct msim_type_member *member, uint64_t offset)
{
    return offset >= member->offset && offset - member->offset < member->type->bytes;
}

static const struct msim_type *find_scalar(const struct msim_type *type, uint64_t offset,
                                           uint64_t bytes, unsigned depth)
{
    const struct msim_type *plain = type->plain, *found = NULL;
    if (depth > DEEPEST || offset >= plain->bytes)
        return NULL;
    if (plain->kind == MSIM_TYPE_ARRAY)
        return plain->element && plain->element->bytes
                   ? find_scalar(plain->element, offset % plain->element->bytes, bytes, depth + 1)
                   : NULL;
    if (plain->kind != MSIM_TYPE_STRUCT && plain->kind != MSIM_TYPE_CLASS &&
        plain->kind != MSIM_TYPE_UNION)
        return !offset && plain->bytes == bytes ? type : NULL;
    for (size_t i = 0; i < plain->members; i++) {
        const struct msim_type_member *member = &plain->member[i];
        if (!has_place(member, offset))
            continue;
        const struct msim_type *part =
            member->bits ? NULL
                         : find_scalar(member->type, offset - member->offset, bytes, depth + 1);
        if (!part || (found && found->plain != part->plain))
            return NULL;
        found = part;
    }
    return found;
}

const struct msim_type *msim_part_scalar(const struct msim_type *type, uint64_t offset,
                                         uint64_t bytes)
{
    return find_scalar(type, offset, bytes, 0);
}

static bool is_part(const struct msim_type *type, uint64_t offset, const struct msim_type *part,
                    unsigned depth)
{
    const struct msim_type *plain = type->plain;
    if (!offset && plain == part->plain)
        return true;
    if (depth > DEEPEST || offset >= plain->bytes)
        return false;
    if (plain->kind == MSIM_TYPE_ARRAY)
        return plain->element && plain->element->bytes &&
               is_part(plain->element, offset % plain->element->bytes, part, depth + 1);
    for (size_t i = 0; i < plain->members; i++)
        if (has_place(&plain->member[i], offset) && !plain->member[i].bits &&
            is_part(plain->member[i].type, offset - plain->member[i].offset, part, depth + 1))
            return true;
    return false;
}

bool msim_part_is(const struct msim_type *type, uint64_t offset, const struct msim_type *part)
{
    return is_part(type, offset, part, 0);
}

/* The scalars that an index may lead to, all of one type. */
const struct msim_type *msim_part_indexed(const struct msim_type *type, int64_t at, uint64_t step,
                                          uint64_t bytes)
{
    enum { MOST_PLACES = 4096 };
    const struct msim_type *found = NULL;
    uint64_t size = type->plain->bytes;
    if (!step || size > INT32_MAX || step > INT32_MAX || size / step > MOST_PLACES)
        return NULL;
    int64_t rest = at % (int64_t)step;
    for (uint64_t place = (uint64_t)(rest < 0 ? rest + (int64_t)step : rest); place < size;
         place += step) {
        const struct msim_type *part = msim_part_scalar(type, place, bytes);
        if (found && part && found->plain != part->plain)
            return NULL;
        found = part ? part : found;
    }
    return found;
}

/*
 * Compares an instruction's type with one for the same bytes; see types.h.
 *
 * Programs use one block by several types: a part of a structure by a pointer to the part, one that
 * begins like others by the type of what they have in common, any bytes as char.
 */

static uint64_t modulo(int64_t number, uint64_t by)
{
    int64_t rest = number % (int64_t)by;
    return (uint64_t)(rest < 0 ? rest + (int64_t)by : rest);
}

bool msim_type_is_byte(const struct msim_type *type)
{
    return type->kind == MSIM_TYPE_BASE && type->bytes == 1;
}

/* Where the operand is in its own type; false: in several places. */
static bool place_of(const struct msim_operand_type *operand, uint64_t *place)
{
    uint64_t bytes = operand->type->bytes;
    if (operand->stride && (!bytes || operand->stride % bytes))
        return false;
    if (operand->displacement < 0 && (!operand->stride || bytes > INT64_MAX))
        return false;
    *place =
        operand->stride ? modulo(operand->displacement, bytes) : (uint64_t)operand->displacement;
    return true;
}

/* Bytes that something else may be made in. */
static bool is_storage(const struct msim_type *type, uint64_t offset)
{
    const struct msim_type_field *field = msim_type_field_at(type, offset);
    const struct msim_type *array = field && field->type ? field->type->plain : NULL;
    return array && array->kind == MSIM_TYPE_ARRAY && array->element &&
           msim_type_is_byte(array->element->plain);
}

static const char *last_name(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Structures that begin alike, each with members of its own. */
static bool same_field(const struct msim_type *one, uint64_t at, const struct msim_type *other,
                       uint64_t place)
{
    const struct msim_type_field *a = msim_type_field_at(one, at);
    const struct msim_type_field *b = msim_type_field_at(other, place);
    return a && b && !a->is_hole && !b->is_hole && *a->path && at == place &&
           a->bytes == b->bytes && !strcmp(last_name(a->path), last_name(b->path));
}

enum msim_agreement msim_type_agrees(const struct msim_type *type, uint64_t offset,
                                     const struct msim_operand_type *operand)
{
    const struct msim_type *whole = type->plain, *said = operand->type->plain;
    uint64_t place;
    if (!whole->bytes || whole->bytes > INT64_MAX)
        return MSIM_AGREE_NO;
    if (whole == said) {
        uint64_t step = operand->stride ? msim_gcd(operand->stride, whole->bytes) : whole->bytes;
        uint64_t apart = offset % step, meant = modulo(operand->displacement, step);
        return apart == meant ? MSIM_AGREE_YES : MSIM_AGREE_NO;
    }
    if (msim_type_is_byte(said))
        return MSIM_AGREE_SILENT;
    if (!place_of(operand, &place))
        return MSIM_AGREE_SILENT;
    if (place <= offset && msim_part_is(whole, offset - place, said))
        return MSIM_AGREE_YES;
    if (same_field(whole, offset, said, place))
        return MSIM_AGREE_YES;
    if (is_storage(whole, offset))
        return MSIM_AGREE_SILENT;
    /* An array of these that runs through larger ones. */
    bool is_inside =
        said->bytes > whole->bytes && offset <= place && msim_part_is(said, place - offset, whole);
    return is_inside ? MSIM_AGREE_SILENT : MSIM_AGREE_NO;
}
