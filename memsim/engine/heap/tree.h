/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trees of who has the heap's bytes: allocation sites at the top, their callers below.
 *
 * A tree is made from the places (callers.h), level by level: the places that came the same way are
 * sorted by the address of their next frame, those with equal ones become a node and go on together.
 * Nodes with fewer bytes than `cut` are joined to one that only says how many they were, and nothing
 * below them is made.  So a tree has few nodes, however many places there are.
 *
 * Of frames at one address (functions inlined into each other), only the first counts for the depth.
 *
 * Cost: O(places log places) for each level that has nodes large enough.  Nodes of trees that are given
 * back are used again.
 */
#ifndef MSIM_ENGINE_HEAP_TREE_H
#define MSIM_ENGINE_HEAP_TREE_H

#include "callers.h"

/* Numbers of nodes; 0: none. */
struct msim_heap_node {
    uint64_t bytes;
    uint32_t frame;  /* of the dictionary; the root has none */
    uint32_t places; /* this is what so many nodes below the cut were joined to; 0: it is a node */
    uint32_t children; /* how many, */
    uint32_t child;    /* the first: the one with the most bytes */
    uint32_t next;     /* sibling */
};

struct msim_forest {
    const struct msim_mem *mem;
    const struct msim_callers *callers;
    struct msim_table nodes;
    uint32_t unused;              /* the first node that was given back */
    struct msim_heap_item *items; /* what is being sorted */
    uint32_t items_most;
};

/* What to make a tree of. */
struct msim_tree_wish {
    bool at_peak;    /* the bytes at the peak, */
    uint64_t peak;   /* which has this number; else the bytes now */
    uint32_t places; /* the first so many: those that there were */
    uint32_t depth;
    uint64_t cut;
};

void msim_forest_init(struct msim_forest *forest, const struct msim_mem *mem,
                      const struct msim_callers *callers);

/* The root of a new tree. */
uint32_t msim_tree_make(struct msim_forest *forest, const struct msim_tree_wish *wish);

void msim_tree_give_back(struct msim_forest *forest, uint32_t root);

static inline const struct msim_heap_node *msim_heap_node_at(const struct msim_forest *forest,
                                                             uint32_t node)
{
    return msim_table_at(&forest->nodes, node);
}

#endif
