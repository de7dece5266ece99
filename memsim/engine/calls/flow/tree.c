/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tree of tree.h. */
#include "tree.h"

#include "functions.h"
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

void msim_tree_init(struct msim_tree *tree, const struct msim_mem *mem,
                    struct msim_callees *callees, bool fold)
{
    msim_table_init(&tree->contexts, mem, sizeof(struct msim_context), MSIM_CONTEXTS_MAX);
    msim_lookup_init(&tree->lookup, mem, &kind_of_lookup);
    msim_sparse_init(&tree->misses, mem, sizeof(struct msim_context_misses), MSIM_CONTEXTS_MAX);
    msim_sparse_init(&tree->shared, mem, sizeof(struct msim_context_shared), MSIM_CONTEXTS_MAX);
    msim_table_add(&tree->contexts);
    tree->callees = callees;
    tree->fold = fold;
}

/* --- Finding ------------------------------------------------------------------------------ */

/* The context of the function on the path up from `from`; 0: it is not on the path. */
static uint32_t on_path(const struct msim_tree *tree, uint32_t from, uint32_t function)
{
    for (uint32_t at = from; at; at = msim_context_at(tree, at)->parent)
        if (msim_context_at(tree, at)->function == function)
            return at;
    return 0;
}

/* Up from `from`, the innermost context of a function that begins or ends a part of the run, as
 * what is on the path decides whether it counts; or where the path begins. */
static uint32_t kept_of(const struct msim_tree *tree, uint32_t from)
{
    uint32_t kept = from;
    for (uint32_t at = from; at; at = msim_context_at(tree, at)->parent) {
        const struct msim_context *context = msim_context_at(tree, at);
        if (context->kind == MSIM_CONTEXT_NONE)
            break;
        kept = at;
        if (msim_callee_at(tree->callees, context->function)->watched)
            break;
    }
    return kept;
}

/* The number of contexts that are not MSIM_CONTEXT_WAITING, whose number depends on where chunks
 * end. */
static uint32_t paths_of(const struct msim_tree *tree)
{
    return tree->contexts.used - tree->waiting;
}

/* A call that goes on in a context of the path; 0: none does. */
static uint32_t folded(struct msim_tree *tree, uint32_t parent, uint32_t function)
{
    bool full = msim_context_at(tree, parent)->depth >= MSIM_DEPTH_FULL ||
                tree->contexts.used >= MSIM_CONTEXTS_MAX;
    bool near = !tree->fold && !full && msim_bound_is_near(&tree->bound, paths_of(tree));
    if (!tree->fold && !full && !near)
        return 0;
    uint32_t found = on_path(tree, parent, function);
    if (near && found && found < kept_of(tree, parent))
        return 0; /* numbers of parents are smaller */
    if (near && found)
        msim_bound_take(&tree->bound, true);
    if (found)
        msim_context_at(tree, found)->folded = true;
    return found;
}

/* The context "(beyond --calls-limit)" on a path, or the one below `kept`; UINT32_MAX: there is no
 * room. */
static uint32_t beyond(struct msim_tree *tree, uint32_t from, uint32_t kept)
{
    struct msim_bound *bound = &tree->bound;
    if (!bound->beyond)
        bound->beyond = msim_callee_beyond(tree->callees);
    for (uint32_t at = from; at && at != kept; at = msim_context_at(tree, at)->parent)
        if (msim_context_at(tree, at)->function == bound->beyond)
            return at;
    const struct msim_context node = {
        .parent = kept, .function = bound->beyond, .kind = MSIM_CONTEXT_CALL, .depth = 1};
    return msim_lookup_number(&tree->lookup, &tree->contexts, &node);
}

/* A call for which there is no room goes to its function's context below that one. */
static uint32_t flat(struct msim_tree *tree, const struct msim_context *key)
{
    struct msim_bound *bound = &tree->bound;
    uint32_t used = tree->contexts.used;
    msim_bound_take(bound, false);
    if (msim_bound_is_passed(bound))
        return UINT32_MAX;
    uint32_t node = beyond(tree, key->parent, kept_of(tree, key->parent));
    if (node == UINT32_MAX)
        return node;
    const struct msim_context wanted = {
        .parent = node, .function = key->function, .kind = MSIM_CONTEXT_CALL, .depth = 2};
    uint32_t number = msim_lookup_number(&tree->lookup, &tree->contexts, &wanted);
    bound->extra += tree->contexts.used - used;
    msim_context_at(tree, node)->calls++;
    return number;
}

static bool is_call(const struct msim_context *key)
{
    return key->parent && (key->kind == MSIM_CONTEXT_CALL || key->kind == MSIM_CONTEXT_JUMP);
}

/* The context of a key, which is made if it is new; UINT32_MAX: all numbers are taken. */
static uint32_t made(struct msim_tree *tree, const struct msim_context *key)
{
    if (!is_call(key) || !msim_bound_is_reached(&tree->bound, paths_of(tree)))
        return msim_lookup_number(&tree->lookup, &tree->contexts, key);
    uint32_t number = msim_lookup_find(&tree->lookup, &tree->contexts, key);
    return number == UINT32_MAX ? flat(tree, key) : number;
}

static void forget_recent(struct msim_tree *tree)
{
    for (uint32_t i = 0; i < 1 << MSIM_RECENT_BITS; i++)
        tree->recent[i] = 0;
}

void msim_tree_save_memory(struct msim_tree *tree)
{
    msim_bound_lower(&tree->bound, paths_of(tree));
    forget_recent(tree);
}

uint32_t msim_tree_find(struct msim_tree *tree, const struct msim_context *key)
{
    struct msim_context wanted = {
        .parent = key->parent, .function = key->function, .place = key->place, .kind = key->kind};
    unsigned depth = msim_context_at(tree, key->parent)->depth + 1u;
    bool folds = tree->bound.folds;
    uint32_t number = folded(tree, key->parent, key->function);
    wanted.depth = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
    if (!folds && tree->bound.folds)
        forget_recent(tree); /* there may be calls that are folded now */
    if (!number)
        number = made(tree, &wanted);
    return number == UINT32_MAX ? key->parent : number;
}

/* --- Counts ------------------------------------------------------------------------------- */

struct msim_row msim_context_row(const struct msim_tree *tree, uint32_t number)
{
    const struct msim_context *context = msim_context_at(tree, number);
    const struct msim_context_misses *misses = msim_sparse_at(&tree->misses, number);
    const struct msim_context_shared *shared = msim_sparse_at(&tree->shared, number);
    struct msim_row row = {0};
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++) {
        row.count[kind][MSIM_REFS] = context->refs.count[kind];
        for (unsigned i = 0; misses && i < MSIM_MISS_COUNTS; i++)
            row.count[kind][MSIM_MISS_L1 + i] = misses->count[kind][i];
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
    const struct msim_context *as = msim_context_at(tree, context);
    waiting->parent = context;
    waiting->function = as->function;
    waiting->depth = as->depth;
    waiting->kind = MSIM_CONTEXT_WAITING;
    waiting->home = MSIM_HOME_NOWHERE;
    tree->waiting++;
    return tree->contexts.used - 1;
}

static struct msim_context_misses *misses_of(struct msim_tree *tree, uint32_t number)
{
    struct msim_context_misses *misses = msim_sparse_need(&tree->misses, number);
    if (misses)
        misses->number = number;
    return misses;
}

void msim_tree_add_sparse(struct msim_tree *to, uint32_t number, const struct msim_tree *from,
                          uint32_t of)
{
    const struct msim_context_misses *misses = msim_sparse_at(&from->misses, of);
    const struct msim_context_shared *shared = msim_sparse_at(&from->shared, of);
    struct msim_context_misses *all = misses ? misses_of(to, number) : NULL;
    struct msim_context_shared *sum = shared ? msim_sparse_need(&to->shared, number) : NULL;
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++) {
        for (unsigned i = 0; all && i < MSIM_MISS_COUNTS; i++)
            all->count[kind][i] += misses->count[kind][i];
        for (unsigned i = 0; sum && i < MSIM_SHARED_COUNTS; i++)
            sum->count[kind][i] += shared->count[kind][i];
    }
}

static void clear_sparse(const struct msim_tree *tree, uint32_t number, uint32_t home)
{
    struct msim_context_misses *misses = msim_sparse_at(&tree->misses, number);
    struct msim_context_shared *shared = msim_sparse_at(&tree->shared, number);
    if (misses)
        *misses = (struct msim_context_misses){.number = number, .home = home};
    if (shared)
        *shared = (struct msim_context_shared){{{0}}};
}

void msim_tree_settle(struct msim_tree *tree)
{
    for (uint32_t number = 0; tree->waiting && number < tree->contexts.used; number++) {
        struct msim_context *context = msim_context_at(tree, number);
        if (context->kind != MSIM_CONTEXT_WAITING)
            continue;
        for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
            msim_context_at(tree, context->parent)->refs.count[kind] += context->refs.count[kind];
        context->refs = (struct msim_context_refs){{0}};
        msim_tree_add_sparse(tree, context->parent, tree, number);
        clear_sparse(tree, number, MSIM_HOME_NOWHERE);
    }
}

void msim_tree_clear(struct msim_tree *tree)
{
    msim_bound_clear(&tree->bound);
    for (uint32_t number = 0; number < tree->contexts.used; number++) {
        struct msim_context *context = msim_context_at(tree, number);
        context->refs = (struct msim_context_refs){{0}};
        context->calls = 0;
        context->home = context->kind == MSIM_CONTEXT_WAITING ? MSIM_HOME_NOWHERE : MSIM_HOME_NONE;
        clear_sparse(tree, number, context->home);
    }
}
