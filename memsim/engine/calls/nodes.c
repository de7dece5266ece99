/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The nodes of nodes.h. */
#include "nodes.h"

#include "engine/base/sort.h"
#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_node *node = element;
    return (uint32_t)msim_mix((uint64_t)node->context << 32 | node->inlined);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_node *a = element, *b = wanted;
    return a->context == b->context && a->inlined == b->inlined;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_node, same_hash), 0};

static uint32_t function_hash(const void *element)
{
    const struct msim_inlined_function *function = element;
    return (uint32_t)msim_mix(msim_mix((uint64_t)function->name << 32 | function->file) ^
                              function->object);
}

static bool function_same(const void *element, const void *wanted)
{
    const struct msim_inlined_function *a = element, *b = wanted;
    return a->name == b->name && a->file == b->file && a->object == b->object;
}

static const struct msim_lookup_kind function_kind = {
    function_hash, function_same, offsetof(struct msim_inlined_function, same_hash), 0};

static const struct msim_inlined *call_at(const struct msim_nodes *nodes, uint32_t inlined)
{
    return msim_dict_inlined_at(nodes->follower->dict, inlined);
}

/* The file of a function's code is not said: it is that of a site in it, or of a call that was inlined
 * there in turn. */
static const uint32_t *files_of(const struct msim_nodes *nodes)
{
    const struct msim_dict *dict = nodes->follower->dict;
    uint32_t *file = msim_get(nodes->mem, dict->inlined.used * sizeof *file, 8);
    bool *known = msim_get(nodes->mem, dict->inlined.used * sizeof *known, 8);
    for (uint32_t i = 0; i < dict->sites.used; i++) {
        const struct msim_site *site = msim_dict_site_at(dict, i);
        if (!known[site->inlined])
            file[site->inlined] = site->file;
        known[site->inlined] = true;
    }
    for (uint32_t i = dict->inlined.used; i-- > 1;) {
        const struct msim_inlined *call = call_at(nodes, i);
        if (!known[call->outer])
            file[call->outer] = call->file;
        known[call->outer] = true;
    }
    return file;
}

static uint32_t function_of(struct msim_nodes *nodes, uint32_t context, uint32_t inlined)
{
    const struct msim_callees *callees = &nodes->follower->callees;
    uint32_t in = msim_context_at(&nodes->follower->tree, context)->function;
    struct msim_inlined_function wanted = {.name = call_at(nodes, inlined)->function,
                                           .file = nodes->file_of[inlined],
                                           .object = msim_callee_at(callees, in)->object};
    struct msim_site site = {.function = wanted.name, .object = wanted.object};
    uint32_t called = msim_callee_of_site(callees, &site);
    if (called && msim_callee_at(callees, called)->file == wanted.file)
        return called;
    return callees->table.used +
           msim_lookup_number(&nodes->function_lookup, &nodes->functions, &wanted);
}

static struct msim_node *find(const struct msim_nodes *nodes, uint32_t context, uint32_t inlined)
{
    struct msim_node wanted = {.context = context, .inlined = inlined};
    uint32_t number = msim_lookup_find(&nodes->lookup, &nodes->table, &wanted);
    return number == UINT32_MAX ? NULL : msim_table_at(&nodes->table, number);
}

struct msim_node *msim_node_of(const struct msim_nodes *nodes, uint32_t context, uint32_t inlined)
{
    return find(nodes, context, inlined);
}

/* The node, which is made with those around it if it is new; NULL: there is no room. */
static struct msim_node *need(struct msim_nodes *nodes, uint32_t context, uint32_t inlined)
{
    struct msim_node *node = find(nodes, context, inlined);
    uint32_t outer = call_at(nodes, inlined)->outer;
    if (node || (outer && !need(nodes, context, outer)))
        return node;
    struct msim_node wanted = {.context = context, .inlined = inlined};
    wanted.function = function_of(nodes, context, inlined);
    uint32_t number = msim_lookup_number(&nodes->lookup, &nodes->table, &wanted);
    return number == UINT32_MAX ? NULL : msim_table_at(&nodes->table, number);
}

static void add(void *self, uint32_t context, uint32_t inlined, const struct msim_row *row)
{
    struct msim_nodes *nodes = self;
    if (nodes->follower->forgotten && nodes->follower->forgotten[context])
        return;
    context = msim_tree_settled(&nodes->follower->tree, context);
    struct msim_node *node =
        context && !msim_row_is_zero(row) ? need(nodes, context, inlined) : NULL;
    if (node)
        msim_row_add(&node->row, row);
}

static void add_pages(struct msim_nodes *nodes, const struct msim_page_counts *pages)
{
    const struct msim_dict *dict = nodes->follower->dict;
    for (uint32_t i = 0; pages->on && i < pages->pairs.used; i++) {
        const struct msim_page_pair *pair = msim_page_pair_at(pages, i);
        uint32_t inlined =
            pair->site < dict->sites.used ? msim_dict_site_at(dict, pair->site)->inlined : 0;
        uint32_t context = msim_tree_settled(&nodes->follower->tree, pair->context);
        bool has = context && inlined && !msim_page_row_is_zero(&pair->row);
        struct msim_node *node = has ? need(nodes, context, inlined) : NULL;
        if (node)
            msim_page_row_add(&node->pages, &pair->row);
    }
}

/* What is called from inlined code is below its node. */
static void add_callers(struct msim_nodes *nodes, const bool *shown)
{
    const struct msim_tree *tree = &nodes->follower->tree;
    for (uint32_t i = 1; i < tree->contexts.used; i++) {
        const struct msim_context *context = msim_context_at(tree, i);
        uint32_t inlined = msim_context_inlined(nodes->follower, context);
        if (shown[i] && inlined)
            need(nodes, context->parent, inlined);
    }
}

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_nodes *nodes = context;
    const struct msim_node *x = msim_table_at(&nodes->table, a);
    const struct msim_node *y = msim_table_at(&nodes->table, b);
    return x->context != y->context ? x->context < y->context : x->inlined < y->inlined;
}

static void sort(struct msim_nodes *nodes)
{
    uint32_t contexts = nodes->follower->tree.contexts.used, place = 0;
    uint32_t *first = msim_get(nodes->mem, (contexts + 1) * sizeof *first, 8);
    nodes->sorted = msim_sorted(nodes->mem, nodes->table.used, before, nodes);
    for (uint32_t context = 0; context <= contexts; context++) {
        while (place < nodes->table.used && msim_node_at(nodes, place)->context < context)
            place++;
        first[context] = place;
    }
    nodes->first = first;
}

void msim_nodes_find(struct msim_nodes *nodes, const struct msim_mem *mem,
                     const struct msim_follower *follower,
                     const struct msim_inlined_counter *counter,
                     const struct msim_page_counts *pages, const bool *shown)
{
    nodes->follower = follower;
    nodes->mem = mem;
    msim_table_init(&nodes->table, mem, sizeof(struct msim_node), MSIM_CONTEXTS_MAX);
    msim_table_init(&nodes->functions, mem, sizeof(struct msim_inlined_function),
                    MSIM_CONTEXTS_MAX);
    msim_lookup_init(&nodes->lookup, mem, &kind);
    msim_lookup_init(&nodes->function_lookup, mem, &function_kind);
    nodes->file_of = files_of(nodes);
    msim_inlined_each(counter, add, nodes);
    add_pages(nodes, pages);
    add_callers(nodes, shown);
    sort(nodes);
}
