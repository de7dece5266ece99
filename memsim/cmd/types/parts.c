/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of types; see parts.h. */
#include "parts.h"

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
