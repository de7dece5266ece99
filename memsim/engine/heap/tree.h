/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trees of the heap's bytes by caller: allocation sites at the top, their callers below.
 *
 * A tree is made from the places (callers.h), level by level.  The places under one node are sorted
 * by the address of their next frame; those with the same address form a child node.  Nodes with
 * fewer bytes than `cut` are merged into one that only has their number, and get no children.  So a
 * tree has few nodes, however many places there are.
 *
 * The children of a node add up to its bytes, if it has any.  If some of its places have no further
 * caller while others do, a child without a frame has their bytes; so has, below the root, what has
 * no known caller.
 *
 * A frame with inlined functions becomes a node for each function, the innermost above the others.
 * They count as one towards the depth, and so do several frames at one address.
 *
 * Cost: O(places log places) for each level that has nodes large enough.  The nodes of freed trees
 * are reused.
 */
#pragma once

#include "callers.h"

#define MSIM_NO_FRAME UINT32_MAX

/* Nodes refer to each other by number; 0: none. */
struct msim_heap_node {
    uint64_t bytes;
    uint32_t frame;    /* of the dictionary; MSIM_NO_FRAME: the root, or unknown */
    uint32_t level;    /* of the frame (callers.h) */
    uint32_t places;   /* number of nodes merged into this one; 0: a single node */
    uint32_t children; /* number of children */
    uint32_t child;    /* the first child, which has the most bytes */
    uint32_t next;     /* sibling */
};

struct msim_forest {
    const struct msim_mem *mem;
    const struct msim_callers *callers;
    struct msim_table nodes;
    uint32_t unused;              /* the first node that can be reused */
    struct msim_heap_item *items; /* being sorted */
    uint32_t items_most;
};

/* What a tree shows. */
struct msim_tree_wish {
    bool at_peak;    /* shows the bytes at the peak */
    uint64_t peak;   /* with this number, else the current ones */
    uint32_t places; /* only the first `places` places, which existed then */
    uint32_t depth;
    uint64_t cut;
};

void msim_forest_init(struct msim_forest *forest, const struct msim_mem *mem,
                      const struct msim_callers *callers);

/* What is below the threshold, in 1/1,000,000 of a percent of the total, rounded down. */
uint64_t msim_tree_share(uint64_t total, uint32_t threshold);

/* Makes a tree and returns its root. */
uint32_t msim_tree_make(struct msim_forest *forest, const struct msim_tree_wish *wish);

void msim_tree_give_back(struct msim_forest *forest, uint32_t root);

static inline const struct msim_heap_node *msim_heap_node_at(const struct msim_forest *forest,
                                                             uint32_t node)
{
    return msim_table_at(&forest->nodes, node);
}
