/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is handed out: its memory, in pieces that are freed together, and one type of those that
 * several units describe alike, with the same name, size and members.  Types without a name are the
 * same only if they are declared in the same place.
 *
 * What pointers point to is not known yet; its name and size stand for it.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"
#include "inside.h"

enum { PIECE = 1 << 16, ALIGNED = 16 };

struct msim_types_piece {
    struct msim_types_piece *before;
    size_t used, size;
    _Alignas(ALIGNED) char bytes[];
};

/* --- memory
 * --------------------------------------------------------------------------------------- */

void *msim_types_memory(struct msim_types_store *store, size_t bytes)
{
    struct msim_types_piece *piece = store->piece;
    bytes = msim_round_up(bytes, ALIGNED);
    if (!piece || piece->size - piece->used < bytes) {
        size_t size = bytes > PIECE ? bytes : PIECE;
        piece = msim_zeroed(1, sizeof *piece + size);
        *piece = (struct msim_types_piece){.before = store->piece, .size = size};
        store->piece = piece;
    }
    void *found = piece->bytes + piece->used;
    piece->used += bytes;
    return found;
}

const char *msim_types_text(struct msim_types_store *store, const char *text)
{
    size_t bytes = strlen(text) + 1;
    return memcpy(msim_types_memory(store, bytes), text, bytes);
}

/* --- types that are described alike
 * --------------------------------------------------------------- */

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
    const struct msim_types_store *store;
    const struct msim_type *type;
};

static bool same(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_type *a = wanted->store->type[number], *b = wanted->type;
    return a->kind == b->kind && a->bytes == b->bytes && a->elements == b->elements &&
           a->has_hidden == b->has_hidden && a->inside->target_bytes == b->inside->target_bytes &&
           same_names(a, b) &&
           (a->element ? b->element && a->element->plain == b->element->plain : !b->element) &&
           same_members(a, b);
}

const struct msim_type *msim_types_unique(struct msim_types_store *store, struct msim_type *made)
{
    struct wanted wanted = {store, made};
    uint32_t hash = msim_hash(made->inside->is_anonymous ? "" : made->name,
                              (uint32_t)made->bytes ^ (uint32_t)made->kind << 24 ^
                                  made->line * made->inside->is_anonymous);
    /* Pointers to what has no name may point to different things. */
    if (made->kind == MSIM_TYPE_POINTER && strstr(made->name, "{...}"))
        return made;
    uint32_t number = msim_index_find(&store->index, hash, same, &wanted);
    if (number != MSIM_NOTHING)
        return store->type[number];
    if (store->types >= MSIM_NOTHING - 1)
        return made;
    msim_index_add(&store->index, hash, (uint32_t)store->types);
    MSIM_PUSH(store->type, store->types, made);
    return made;
}

/* --- the rest
 * ------------------------------------------------------------------------------------- */

const struct msim_type *msim_type_target(const struct msim_type *pointer)
{
    struct msim_type_inside *inside = pointer->plain->inside;
    if (!inside->has_target) {
        inside->has_target = true;
        inside->target = inside->find_target ? inside->find_target(inside) : NULL;
    }
    return inside->target;
}

void msim_types_store_free(struct msim_types_store *store)
{
    for (struct msim_types_piece *before, *piece = store->piece; piece; piece = before) {
        before = piece->before;
        free(piece);
    }
    msim_index_free(&store->index);
    free(store->type);
}
