/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Makes one type of those that several units describe alike: the same name, size and members.  Types
 * without a name are the same only if they are declared in the same place.
 *
 * What pointers point to is not known yet; its name and size stand for it.
 */
#include <string.h>

#include "cmd/base/grow.h"
#include "inside.h"

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_type(const struct msim_type *a, const struct msim_type *b)
{
    if (a->plain == b->plain)
        return true;
    return a->plain->kind == MSIM_TYPE_POINTER && b->plain->kind == MSIM_TYPE_POINTER &&
           !strcmp(a->plain->name, b->plain->name) &&
           a->plain->inside->target_bytes == b->plain->inside->target_bytes;
}

static bool same_members(const struct msim_type *a, const struct msim_type *b)
{
    if (a->members != b->members)
        return false;
    for (size_t i = 0; i < a->members; i++) {
        const struct msim_type_member *one = &a->member[i], *other = &b->member[i];
        if (one->offset != other->offset || one->bit != other->bit || one->bits != other->bits ||
            strcmp(one->name, other->name) != 0 || !same_type(one->type, other->type))
            return false;
    }
    return true;
}

static bool same_names(const struct msim_type *a, const struct msim_type *b)
{
    if (a->inside->is_anonymous != b->inside->is_anonymous)
        return false;
    if (!a->inside->is_anonymous)
        return !strcmp(a->name, b->name);
    return a->line && a->line == b->line && same_text(a->source, b->source);
}

struct wanted {
    const struct msim_unique *unique;
    const struct msim_type *type;
};

static bool same(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_type *a = wanted->unique->type[number], *b = wanted->type;
    return a->kind == b->kind && a->bytes == b->bytes && a->elements == b->elements &&
           a->has_hidden == b->has_hidden && a->inside->target_bytes == b->inside->target_bytes &&
           same_names(a, b) &&
           (a->element ? b->element && a->element->plain == b->element->plain : !b->element) &&
           same_members(a, b);
}

const struct msim_type *msim_types_unique(struct msim_types *types, struct msim_type *made)
{
    struct msim_unique *unique = msim_types_uniques(types);
    struct wanted wanted = {unique, made};
    uint32_t hash = msim_hash(made->inside->is_anonymous ? "" : made->name,
                              (uint32_t)made->bytes ^ (uint32_t)made->kind << 24 ^
                                  made->line * made->inside->is_anonymous);
    /* Pointers to what has no name may point to different things. */
    if (made->kind == MSIM_TYPE_POINTER && strstr(made->name, "{...}"))
        return made;
    uint32_t number = msim_index_find(&unique->index, hash, same, &wanted);
    if (number != MSIM_NOTHING)
        return unique->type[number];
    if (unique->types >= MSIM_NOTHING - 1)
        return made;
    msim_index_add(&unique->index, hash, (uint32_t)unique->types);
    unique->type = msim_room(unique->type, unique->types, sizeof *unique->type);
    unique->type[unique->types++] = made;
    return made;
}
