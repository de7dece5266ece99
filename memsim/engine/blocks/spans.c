/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The treaps of spans.h. */
#include "spans.h"

#include "stream/hash.h"

enum { NODES_MAX = 1 << 26 };

/* In a node that is not used, `left` is the next such node. */
struct node {
    struct msim_span span;
    uint32_t left, right;
};

void msim_spans_init(struct msim_spans *spans, const struct msim_mem *mem)
{
    spans->unused = 0;
    msim_table_init(&spans->nodes, mem, sizeof(struct node), NODES_MAX);
    msim_table_add(&spans->nodes); /* number 0 means no node */
}

static struct node *node_at(const struct msim_spans *spans, uint32_t number)
{
    return msim_table_at(&spans->nodes, number);
}

/* The root has the highest priority. */
static uint64_t priority(const struct node *node)
{
    return msim_mix(node->span.address ^ UINT64_C(0x5bd1e995));
}

/* The link to the node at this address, or to nothing where it belongs. */
static msim_span_set *link_to(const struct msim_spans *spans, msim_span_set *set, uint64_t address)
{
    while (*set && node_at(spans, *set)->span.address != address)
        set = address < node_at(spans, *set)->span.address ? &node_at(spans, *set)->left
                                                           : &node_at(spans, *set)->right;
    return set;
}

static uint32_t new_node(struct msim_spans *spans, const struct msim_span *span)
{
    uint32_t number = spans->unused;
    if (number)
        spans->unused = node_at(spans, number)->left;
    else if (msim_table_add(&spans->nodes))
        number = spans->nodes.used - 1;
    if (number)
        *node_at(spans, number) = (struct node){.span = *span};
    return number;
}

/* Puts the nodes of a tree that are below and above `node` under it. */
static void split(const struct msim_spans *spans, uint32_t tree, struct node *node)
{
    msim_span_set *below = &node->left, *above = &node->right;
    while (tree) {
        struct node *root = node_at(spans, tree);
        if (root->span.address < node->span.address) {
            *below = tree;
            below = &root->right;
            tree = root->right;
        } else {
            *above = tree;
            above = &root->left;
            tree = root->left;
        }
    }
    *below = *above = 0;
}

bool msim_spans_add(struct msim_spans *spans, msim_span_set *set, const struct msim_span *span)
{
    uint32_t number;
    if (*link_to(spans, set, span->address) || !(number = new_node(spans, span)))
        return false;
    struct node *node = node_at(spans, number);
    while (*set && priority(node_at(spans, *set)) >= priority(node))
        set = span->address < node_at(spans, *set)->span.address ? &node_at(spans, *set)->left
                                                                 : &node_at(spans, *set)->right;
    split(spans, *set, node);
    *set = number;
    return true;
}

bool msim_spans_find(const struct msim_spans *spans, msim_span_set set, uint64_t address,
                     struct msim_span *found)
{
    return msim_spans_from(spans, set, address, found) && found->address == address;
}

bool msim_spans_remove(struct msim_spans *spans, msim_span_set *set, uint64_t address,
                       struct msim_span *found)
{
    msim_span_set *link = link_to(spans, set, address);
    uint32_t number = *link;
    if (!number)
        return false;
    struct node *node = node_at(spans, number);
    uint32_t left = node->left, right = node->right;
    while (left && right) {
        struct node *below = node_at(spans, left), *above = node_at(spans, right);
        bool first = priority(below) >= priority(above);
        *link = first ? left : right;
        link = first ? &below->right : &above->left;
        *(first ? &left : &right) = *link;
    }
    *link = left ? left : right;
    *found = node->span;
    node->left = spans->unused;
    spans->unused = number;
    return true;
}

bool msim_spans_from(const struct msim_spans *spans, msim_span_set set, uint64_t address,
                     struct msim_span *found)
{
    bool any = false;
    while (set) {
        const struct node *node = node_at(spans, set);
        bool right = node->span.address < address;
        if (!right) {
            *found = node->span;
            any = true;
        }
        set = right ? node->right : node->left;
    }
    return any;
}

bool msim_spans_before(const struct msim_spans *spans, msim_span_set set, uint64_t address,
                       struct msim_span *found)
{
    bool any = false;
    while (set) {
        const struct node *node = node_at(spans, set);
        bool right = node->span.address < address;
        if (right) {
            *found = node->span;
            any = true;
        }
        set = right ? node->right : node->left;
    }
    return any;
}

bool msim_spans_overlap(const struct msim_spans *spans, msim_span_set set,
                        const struct msim_span *span, struct msim_span *found)
{
    if (!span->bytes)
        return false;
    uint64_t at = span->address, last = at + (span->bytes - 1);
    while (msim_spans_from(spans, set, at, found) && found->address <= last) {
        if (found->bytes)
            return true;
        at = found->address + 1;
    }
    for (at = span->address; msim_spans_before(spans, set, at, found); at = found->address)
        if (found->bytes)
            return found->bytes > span->address - found->address;
    return false;
}
