/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tree of tree.h. */
#include "tree.h"

#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_context *context = element;
    uint64_t who = (uint64_t)context->parent << 32 | context->function;
    return (uint32_t)msim_mix(msim_mix(who) ^ ((uint64_t)context->place << 8 | context->kind));
}

static bool same(const void *element, const void *wanted)
{
    return msim_context_is(element, wanted);
}

static const struct msim_lookup_kind kind_of_lookup = {hash, same,
                                                       offsetof(struct msim_context, same_hash), 1};

void msim_tree_init(struct msim_tree *tree, const struct msim_mem *mem, bool fold)
{
    msim_table_init(&tree->contexts, mem, sizeof(struct msim_context), MSIM_CONTEXTS_MAX);
    msim_lookup_init(&tree->lookup, mem, &kind_of_lookup);
    msim_table_init(&tree->misses, mem, sizeof(struct msim_context_misses), MSIM_CONTEXTS_MAX);
    msim_table_init(&tree->shared, mem, sizeof(struct msim_context_shared), MSIM_CONTEXTS_MAX);
    msim_table_add(&tree->contexts);
    msim_table_add(&tree->misses);
    tree->fold = fold;
}

/* The context of the function on the path up from `from`; 0: there is none. */
static uint32_t on_path(const struct msim_tree *tree, uint32_t from, uint32_t function)
{
    for (uint32_t at = from; at; at = msim_context_at(tree, at)->parent)
        if (msim_context_at(tree, at)->function == function)
            return at;
    return 0;
}

/* A call that goes on in a context of the path; 0: none does. */
static uint32_t folded(const struct msim_tree *tree, uint32_t parent, uint32_t function)
{
    bool full = msim_context_at(tree, parent)->depth >= MSIM_DEPTH_FULL ||
                tree->contexts.used >= MSIM_CONTEXTS_MAX;
    if (!tree->fold && !full)
        return 0;
    uint32_t found = on_path(tree, parent, function);
    if (found)
        msim_context_at(tree, found)->folded = true;
    return found;
}

uint32_t msim_tree_find(struct msim_tree *tree, const struct msim_context *key)
{
    struct msim_context wanted = {
        .parent = key->parent, .function = key->function, .place = key->place, .kind = key->kind};
    unsigned depth = msim_context_at(tree, key->parent)->depth + 1u;
    uint32_t number = folded(tree, key->parent, key->function);
    wanted.depth = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
    if (!number)
        number = msim_lookup_number(&tree->lookup, &tree->contexts, &wanted);
    if (tree->misses.used < tree->contexts.used)
        msim_table_add(&tree->misses);
    return number == UINT32_MAX ? key->parent : number; /* all numbers are taken */
}

static struct msim_context_shared *shared_at(const struct msim_tree *tree, uint32_t number)
{
    return number < tree->shared.used ? msim_table_at(&tree->shared, number) : NULL;
}

struct msim_row msim_context_row(const struct msim_tree *tree, uint32_t number)
{
    const struct msim_context *context = msim_context_at(tree, number);
    const struct msim_context_misses *misses = msim_table_at(&tree->misses, number);
    const struct msim_context_shared *shared = shared_at(tree, number);
    struct msim_row row = {0};
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++) {
        row.count[kind][MSIM_REFS] = context->refs.count[kind];
        for (unsigned i = MSIM_MISS_L1; i < MSIM_COUNTS; i++)
            row.count[kind][i] = misses->count[kind][i - MSIM_MISS_L1];
        for (unsigned i = 0; shared && i < MSIM_SHARED_COUNTS; i++)
            row.count[kind][MSIM_TRUE_SHARED + i] = shared->count[kind][i];
    }
    return row;
}

uint32_t msim_tree_wait(struct msim_tree *tree, uint32_t context)
{
    struct msim_context *waiting = NULL;
    if (tree->waiting < MSIM_WAITING_MAX)
        waiting = msim_table_add(&tree->contexts);
    if (!waiting)
        return context;
    msim_table_add(&tree->misses);
    const struct msim_context *as = msim_context_at(tree, context);
    waiting->parent = context;
    waiting->function = as->function;
    waiting->depth = as->depth;
    waiting->kind = MSIM_CONTEXT_WAITING;
    tree->waiting++;
    return tree->contexts.used - 1;
}

/* Adds `used` counts and resets them. */
static void move(uint64_t *to, uint64_t *from, size_t used)
{
    for (size_t i = 0; i < used; i++) {
        to[i] += from[i];
        from[i] = 0;
    }
}

void msim_tree_add_shared(struct msim_tree *to, uint32_t number, const struct msim_tree *from,
                          uint32_t of)
{
    const struct msim_context_shared *shared = shared_at(from, of);
    struct msim_context_shared *sum = shared ? msim_context_shared_of(&to->shared, number) : NULL;
    for (unsigned kind = 0; sum && kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_SHARED_COUNTS; i++)
            sum->count[kind][i] += shared->count[kind][i];
}

static void clear_shared(const struct msim_tree *tree, uint32_t number)
{
    struct msim_context_shared *shared = shared_at(tree, number);
    if (shared)
        *shared = (struct msim_context_shared){{{0}}};
}

void msim_tree_settle(struct msim_tree *tree)
{
    for (uint32_t number = 0; tree->waiting && number < tree->contexts.used; number++) {
        struct msim_context *context = msim_context_at(tree, number);
        if (context->kind != MSIM_CONTEXT_WAITING)
            continue;
        struct msim_context_misses *from = msim_table_at(&tree->misses, number);
        struct msim_context_misses *to = msim_table_at(&tree->misses, context->parent);
        move(msim_context_at(tree, context->parent)->refs.count, context->refs.count, MSIM_KINDS);
        for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
            move(to->count[kind], from->count[kind], MSIM_COUNTS - MSIM_MISS_L1);
        msim_tree_add_shared(tree, context->parent, tree, number);
        clear_shared(tree, number);
    }
}

void msim_tree_clear(struct msim_tree *tree)
{
    for (uint32_t number = 0; number < tree->contexts.used; number++) {
        struct msim_context *context = msim_context_at(tree, number);
        context->refs = (struct msim_context_refs){{0}};
        context->calls = 0;
        *(struct msim_context_misses *)msim_table_at(&tree->misses, number) =
            (struct msim_context_misses){{{0}}};
        clear_shared(tree, number);
    }
}
