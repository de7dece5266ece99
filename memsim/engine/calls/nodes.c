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

/* The file of an inlined function's code is not recorded: it is that of a site in it, or of a call
 * that was inlined into it. */
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

/* The functions that are called; of twins, the first one stands for the inlined ones, too. */
static void find_called(struct msim_nodes *nodes)
{
    const struct msim_callees *callees = &nodes->follower->callees;
    msim_table_init(&nodes->called, nodes->mem, sizeof(struct msim_inlined_function),
                    MSIM_CONTEXTS_MAX);
    msim_lookup_init(&nodes->called_lookup, nodes->mem, &function_kind);
    for (uint32_t i = 1; i < callees->table.used; i++) {
        const struct msim_callee *callee = msim_callee_at(callees, i);
        const struct msim_inlined_function called = {
            .name = callee->name, .file = callee->file, .object = callee->object, .called = i};
        if (!callee->address)
            msim_lookup_number(&nodes->called_lookup, &nodes->called, &called);
    }
}

static uint32_t function_of(struct msim_nodes *nodes, uint32_t context, uint32_t inlined)
{
    const struct msim_callees *callees = &nodes->follower->callees;
    uint32_t in = msim_context_at(&nodes->follower->tree, context)->function;
    struct msim_inlined_function wanted = {.name = call_at(nodes, inlined)->function,
                                           .file = nodes->file_of[inlined],
                                           .object = msim_callee_at(callees, in)->object};
    uint32_t called = msim_lookup_find(&nodes->called_lookup, &nodes->called, &wanted);
    if (called != UINT32_MAX)
        return ((const struct msim_inlined_function *)msim_table_at(&nodes->called, called))
            ->called;
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

/* The node; if it is new, it is made, with those around it.  NULL: there is no room. */
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

/* The context that a piece counts in; 0: it does not count. */
static uint32_t counted_in(const struct msim_nodes *nodes, uint32_t context)
{
    const bool *forgotten = nodes->follower->forgotten;
    return forgotten && forgotten[context] ? 0 : msim_tree_settled(&nodes->follower->tree, context);
}

static void add_node(void *self, uint32_t context, uint32_t inlined, const struct msim_row *row)
{
    context = counted_in(self, context);
    if (context && !msim_row_is_zero(row))
        need(self, context, inlined);
}

static const struct msim_page_pair *pages_at(const struct msim_nodes *nodes, uint32_t piece)
{
    return msim_page_pair_at(nodes->pages, piece - msim_inlined_pieces(nodes->counter));
}

/* The inlined calls that pages were touched in; 0: none. */
static uint32_t inlined_of(const struct msim_nodes *nodes, const struct msim_page_pair *pair)
{
    const struct msim_dict *dict = nodes->follower->dict;
    return pair->site < dict->sites.used ? msim_dict_site_at(dict, pair->site)->inlined : 0;
}

static void add_pages(struct msim_nodes *nodes)
{
    for (uint32_t i = 0; nodes->pages->on && i < nodes->pages->pairs.used; i++) {
        const struct msim_page_pair *pair = msim_page_pair_at(nodes->pages, i);
        uint32_t inlined = inlined_of(nodes, pair);
        uint32_t context = msim_tree_settled(&nodes->follower->tree, pair->context);
        if (context && inlined && !msim_page_row_is_zero(&pair->row))
            need(nodes, context, inlined);
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
    uint32_t contexts = nodes->follower->tree.contexts.used, place = 0, most = 0;
    uint32_t *first = msim_get(nodes->mem, (contexts + 1) * sizeof *first, 8);
    nodes->sorted = msim_sorted(nodes->mem, nodes->table.used, before, nodes);
    for (uint32_t context = 0; context <= contexts; context++) {
        uint32_t from = place;
        for (; place < nodes->table.used && msim_node_at(nodes, place)->context < context; place++)
            msim_node_at(nodes, place)->place = place;
        first[context] = place;
        most = place - from > most ? place - from : most;
    }
    nodes->first = first;
    nodes->now = msim_get(nodes->mem, (most + 1) * sizeof *nodes->now, 8);
}

/* --- Counts ------------------------------------------------------------------------------- */

static uint32_t context_of(const struct msim_nodes *nodes, uint32_t piece)
{
    if (piece < msim_inlined_pieces(nodes->counter))
        return counted_in(nodes, msim_inlined_context(nodes->counter, piece));
    return msim_tree_settled(&nodes->follower->tree, pages_at(nodes, piece)->context);
}

static bool piece_before(const void *context, uint32_t a, uint32_t b)
{
    return context_of(context, a) < context_of(context, b);
}

/* NULL: the call has no node, because it counts nothing there. */
static struct msim_node_counts *counts_of(const struct msim_nodes *nodes, uint32_t context,
                                          uint32_t inlined)
{
    const struct msim_node *node = find(nodes, context, inlined);
    return node ? &nodes->now[node->place - nodes->first[context]] : NULL;
}

static void add(void *self, uint32_t context, uint32_t inlined, const struct msim_row *row)
{
    struct msim_node_counts *counts = counts_of(self, counted_in(self, context), inlined);
    if (counts)
        msim_row_add(&counts->row, row);
}

static void load_piece(struct msim_nodes *nodes, uint32_t context, uint32_t piece)
{
    if (piece < msim_inlined_pieces(nodes->counter)) {
        msim_inlined_piece(nodes->counter, piece, add, nodes);
        return;
    }
    const struct msim_page_pair *pair = pages_at(nodes, piece);
    uint32_t inlined = inlined_of(nodes, pair);
    struct msim_node_counts *counts = inlined ? counts_of(nodes, context, inlined) : NULL;
    if (counts)
        msim_page_row_add(&counts->pages, &pair->row);
}

void msim_nodes_load(struct msim_nodes *nodes, uint32_t context)
{
    for (uint32_t i = nodes->first[context]; i < nodes->first[context + 1]; i++)
        nodes->now[i - nodes->first[context]] = (struct msim_node_counts){{{{0}}}, {{0}}};
    for (; nodes->loaded < nodes->pieces_used; nodes->loaded++) {
        uint32_t piece = nodes->pieces[nodes->loaded], of = context_of(nodes, piece);
        if (of > context)
            return;
        if (of == context)
            load_piece(nodes, context, piece);
    }
}

void msim_nodes_find(struct msim_nodes *nodes, const struct msim_mem *mem,
                     const struct msim_follower *follower,
                     const struct msim_inlined_counter *counter,
                     const struct msim_page_counts *pages, const bool *shown)
{
    nodes->follower = follower;
    nodes->mem = mem;
    nodes->counter = counter;
    nodes->pages = pages;
    msim_table_init(&nodes->table, mem, sizeof(struct msim_node), MSIM_CONTEXTS_MAX);
    msim_table_init(&nodes->functions, mem, sizeof(struct msim_inlined_function),
                    MSIM_CONTEXTS_MAX);
    msim_lookup_init(&nodes->lookup, mem, &kind);
    msim_lookup_init(&nodes->function_lookup, mem, &function_kind);
    nodes->file_of = files_of(nodes);
    find_called(nodes);
    msim_inlined_each(counter, add_node, nodes);
    add_pages(nodes);
    add_callers(nodes, shown);
    sort(nodes);
    nodes->pieces_used = msim_inlined_pieces(counter) + (pages->on ? pages->pairs.used : 0);
    nodes->pieces = msim_sorted(mem, nodes->pieces_used, piece_before, nodes);
}
