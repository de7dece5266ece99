/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compares an instruction's type with one for the same bytes; see types.h.
 *
 * Programs use one block by several types: a part of a structure by a pointer to the part, one that
 * begins like others by the type of what they have in common, any bytes as char.
 */
#include "types.h"

#include <string.h>

#include "engine/base/numbers.h"
#include "parts.h"

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
