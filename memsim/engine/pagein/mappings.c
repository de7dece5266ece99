/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The treap of mappings.h. */
#include "mappings.h"

enum { RIGHTS = MSIM_MAP_READ | MSIM_MAP_WRITE | MSIM_MAP_EXEC };

void msim_mappings_init(struct msim_mappings *mappings, const struct msim_mem *mem)
{
    *mappings = (struct msim_mappings){.mem = mem, .random = 1};
    msim_arena_init(&mappings->arena, mem);
}

/* --- Nodes -------------------------------------------------------------------------------- */

static struct msim_mapping *new_node(struct msim_mappings *mappings,
                                     const struct msim_mapping *what)
{
    struct msim_mapping *node = mappings->spare;
    if (node)
        mappings->spare = node->left;
    else
        node = msim_arena_get(&mappings->arena, sizeof *node);
    *node = *what;
    node->left = node->right = NULL;
    mappings->random ^= mappings->random << 13;
    mappings->random ^= mappings->random >> 17;
    mappings->random ^= mappings->random << 5;
    node->rank = mappings->random;
    return node;
}

static void drop(struct msim_mappings *mappings, struct msim_mapping *node)
{
    if (!node)
        return;
    drop(mappings, node->left);
    drop(mappings, node->right);
    node->left = mappings->spare;
    mappings->spare = node;
}

/* Splits a tree into the nodes that start before `at` and the others. */
static void split(struct msim_mapping *node, uint64_t at, struct msim_mapping **before,
                  struct msim_mapping **after)
{
    if (!node) {
        *before = *after = NULL;
    } else if (node->start < at) {
        *before = node;
        split(node->right, at, &node->right, after);
    } else {
        *after = node;
        split(node->left, at, before, &node->left);
    }
}

static struct msim_mapping *join(struct msim_mapping *before, struct msim_mapping *after)
{
    if (!before || !after)
        return before ? before : after;
    if (before->rank > after->rank) {
        before->right = join(before->right, after);
        return before;
    }
    after->left = join(before, after->left);
    return after;
}

/* The last mapping that starts at or before `address`. */
static struct msim_mapping *last_from(const struct msim_mappings *mappings, uint64_t address)
{
    struct msim_mapping *node = mappings->root, *last = NULL;
    while (node) {
        if (node->start <= address)
            last = node;
        node = node->start <= address ? node->right : node->left;
    }
    return last;
}

const struct msim_mapping *msim_mapping_of(const struct msim_mappings *mappings, uint64_t address)
{
    const struct msim_mapping *last = last_from(mappings, address);
    return last && last->end > address ? last : NULL;
}

bool msim_mappings_any(const struct msim_mappings *mappings, uint64_t start, uint64_t end)
{
    const struct msim_mapping *last = end > start ? last_from(mappings, end - 1) : NULL;
    return last && last->end > start;
}

/* --- Changes ------------------------------------------------------------------------------ */

static bool is_file(const struct msim_mapping *mapping)
{
    return mapping->name != 0;
}

/* Splits the mapping that extends across `at`, if one does. */
static void split_mapping(struct msim_mappings *mappings, uint64_t at)
{
    struct msim_mapping *whole = at ? last_from(mappings, at - 1) : NULL, *before, *after;
    if (!whole || whole->end <= at)
        return;
    struct msim_mapping rest = *whole;
    rest.offset += is_file(whole) ? at - whole->start : 0;
    rest.start = at;
    whole->end = at;
    split(mappings->root, at, &before, &after);
    mappings->root = join(join(before, new_node(mappings, &rest)), after);
}

/* Splits the tree at `start` and `end` into *before, the returned middle, and *after. */
static struct msim_mapping *take_out(struct msim_mappings *mappings, uint64_t start, uint64_t end,
                                     struct msim_mapping **before, struct msim_mapping **after)
{
    struct msim_mapping *middle;
    split_mapping(mappings, start);
    split_mapping(mappings, end);
    split(mappings->root, start, before, &middle);
    split(middle, end, &middle, after);
    return middle;
}

void msim_mappings_remove(struct msim_mappings *mappings, uint64_t start, uint64_t end)
{
    struct msim_mapping *before, *after;
    if (start >= end)
        return;
    drop(mappings, take_out(mappings, start, end, &before, &after));
    mappings->root = join(before, after);
}

static bool continues(const struct msim_mapping *before, const struct msim_mapping *after)
{
    return before && before->end == after->start && before->name == after->name &&
           before->bss_of == after->bss_of && before->flags == after->flags &&
           (!is_file(before) || before->offset + (before->end - before->start) == after->offset);
}

void msim_mappings_add(struct msim_mappings *mappings, const struct msim_mapping *what)
{
    struct msim_mapping *before, *after;
    if (what->start >= what->end)
        return;
    msim_mappings_remove(mappings, what->start, what->end);
    struct msim_mapping *last = what->start ? last_from(mappings, what->start - 1) : NULL;
    if (continues(last, what)) {
        last->end = what->end;
    } else {
        split(mappings->root, what->start, &before, &after);
        mappings->root = join(join(before, new_node(mappings, what)), after);
        last = last_from(mappings, what->start);
    }
    const struct msim_mapping *next = msim_mapping_of(mappings, last->end);
    if (next && continues(last, next)) {
        uint64_t end = next->end;
        msim_mappings_remove(mappings, next->start, end);
        last->end = end;
    }
}

void msim_mappings_copy(struct msim_mappings *mappings, uint64_t from, uint64_t to, uint64_t bytes)
{
    uint64_t end = from + bytes;
    const struct msim_mapping *found;
    while (from < end && (found = msim_mapping_of(mappings, from)) != NULL) {
        struct msim_mapping piece = *found;
        uint64_t piece_end = found->end < end ? found->end : end;
        piece.offset += is_file(found) ? from - found->start : 0;
        piece.start = to;
        piece.end = to + (piece_end - from);
        to = piece.end;
        from = piece_end;
        msim_mappings_add(mappings, &piece);
    }
}

static void protect(struct msim_mapping *node, uint32_t flags)
{
    if (!node)
        return;
    node->flags = (node->flags & ~(uint32_t)RIGHTS) | (flags & RIGHTS);
    protect(node->left, flags);
    protect(node->right, flags);
}

void msim_mappings_protect(struct msim_mappings *mappings, uint64_t start, uint64_t end,
                           uint32_t flags)
{
    struct msim_mapping *before, *after;
    if (start >= end)
        return;
    struct msim_mapping *middle = take_out(mappings, start, end, &before, &after);
    protect(middle, flags);
    mappings->root = join(join(before, middle), after);
}
