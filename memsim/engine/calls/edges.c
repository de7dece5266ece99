/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The edges of edges.h. */
#include "edges.h"

#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_edge *edge = element;
    return (uint32_t)msim_mix(msim_mix((uint64_t)edge->caller << 32 | edge->callee) ^ edge->place);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_edge *a = element, *b = wanted;
    return a->caller == b->caller && a->callee == b->callee && a->place == b->place;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_edge, same_hash), 0};

static uint32_t pair_hash(const void *element)
{
    const struct msim_edge_pair *pair = element;
    return (uint32_t)msim_mix((uint64_t)pair->caller << 32 | pair->callee);
}

static bool pair_same(const void *element, const void *wanted)
{
    const struct msim_edge_pair *a = element, *b = wanted;
    return a->caller == b->caller && a->callee == b->callee;
}

static const struct msim_lookup_kind pair_kind = {pair_hash, pair_same,
                                                  offsetof(struct msim_edge_pair, same_hash), 0};

static bool is_call(const struct msim_context *context)
{
    return context->kind == MSIM_CONTEXT_CALL || context->kind == MSIM_CONTEXT_JUMP;
}

/* The number of the edge that leads to each context; UINT32_MAX: none does. */
static void number_edges(struct msim_edges *edges, const struct msim_tree *tree,
                         const uint32_t *line_of, uint32_t *of)
{
    for (uint32_t number = 0; number < tree->contexts.used; number++) {
        const struct msim_context *context = msim_context_at(tree, number);
        of[number] = UINT32_MAX;
        if (!is_call(context) || !msim_context_at(tree, context->parent)->function)
            continue;
        struct msim_edge wanted = {.caller = msim_context_at(tree, context->parent)->function,
                                   .callee = context->function,
                                   .place = context->place};
        if (line_of && wanted.place)
            wanted.place = line_of[wanted.place - 1] + 1;
        const struct msim_edge_pair pair = {.caller = wanted.caller, .callee = wanted.callee};
        wanted.pair = msim_lookup_number(&edges->pair_lookup, &edges->pairs, &pair);
        of[number] = msim_lookup_number(&edges->lookup, &edges->table, &wanted);
        ((struct msim_edge *)msim_table_at(&edges->table, of[number]))->calls += context->calls;
    }
}

static struct msim_edge_pair *pair_of(const struct msim_edges *edges, uint32_t edge)
{
    return msim_table_at(&edges->pairs, msim_edge_at(edges, edge)->pair);
}

/* Adds what a context counts to the outermost edge of each pair on its path.  `of`: by context, the
 * edge that leads there. */
static void add(struct msim_edges *edges, const struct msim_tree *tree, const uint32_t *of,
                uint32_t number, const struct msim_row *row, const struct msim_page_row *pages)
{
    for (uint32_t at = number; at; at = msim_context_at(tree, at)->parent)
        if (of[at] != UINT32_MAX)
            pair_of(edges, of[at])->outermost = of[at];
    for (uint32_t at = number; at; at = msim_context_at(tree, at)->parent) {
        struct msim_edge_pair *pair = of[at] == UINT32_MAX ? NULL : pair_of(edges, of[at]);
        if (!pair || pair->seen == number)
            continue;
        struct msim_edge *edge = msim_table_at(&edges->table, pair->outermost);
        msim_row_add(&edge->row, row);
        if (pages)
            msim_page_row_add(&edge->pages, pages);
        pair->seen = number;
    }
}

void msim_edges_find(struct msim_edges *edges, const struct msim_mem *mem,
                     const struct msim_tree *tree, const struct msim_page_sums *pages,
                     const uint32_t *line_of)
{
    uint32_t used = tree->contexts.used;
    uint32_t *of = msim_get(mem, used * sizeof *of, 8);
    msim_table_init(&edges->table, mem, sizeof(struct msim_edge), MSIM_CONTEXTS_MAX);
    msim_table_init(&edges->pairs, mem, sizeof(struct msim_edge_pair), MSIM_CONTEXTS_MAX);
    msim_lookup_init(&edges->lookup, mem, &kind);
    msim_lookup_init(&edges->pair_lookup, mem, &pair_kind);
    number_edges(edges, tree, line_of, of);
    for (uint32_t number = 1; number < used; number++) {
        struct msim_row row = msim_context_row(tree, number);
        const struct msim_page_row *paged = msim_page_sum(pages, number);
        if (!msim_row_is_zero(&row) || paged)
            add(edges, tree, of, number, &row, paged);
    }
}
