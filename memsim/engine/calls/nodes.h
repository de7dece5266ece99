/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The inlined calls in contexts, as nodes of the tree that is written: below each context those
 * that it counts something in, or that it calls from, with the ones around them.
 *
 *     main -> parse -> [next -> peek] -> read   peek() is inlined into next(), next() into parse()
 *
 * An inlined function is numbered like those that are called, and is the same if it has the same
 * name, object and file.
 *
 * There may be as many nodes as contexts, so only one context's have their counts at a time.
 *
 * Cost: 44 bytes for each node, 8 for each piece of what inlined calls count (parts/inlined.h).
 */
#pragma once

#include "engine/base/pagecounts.h"
#include "flow/follow.h"

struct msim_node {
    uint32_t context, inlined;
    uint32_t same_hash;
    uint32_t function;
    uint32_t place;  /* in `sorted` */
    uint32_t number; /* that it is written with; for the writer */
};

/* What its own code counts. */
struct msim_node_counts {
    struct msim_row row;
    struct msim_page_row pages;
};

/* A function as inlined calls name it: one that no segment begins in, or one that is also
 * called. */
struct msim_inlined_function {
    uint32_t name, file; /* strings */
    uint32_t object;     /* as in struct msim_site */
    uint32_t called;     /* the number of the function that is called; 0: it never is */
    uint32_t same_hash;
};

struct msim_nodes {
    const struct msim_follower *follower;
    const struct msim_mem *mem;
    struct msim_table table, functions, called;
    struct msim_lookup lookup, function_lookup, called_lookup;
    const uint32_t *file_of; /* by inlined call: the string of its code's file */
    const uint32_t *sorted;  /* by context, and those around others first */
    const uint32_t *first;   /* by context: where its nodes begin in `sorted` */
    const struct msim_inlined_counter *counter;
    const struct msim_page_counts *pages;
    const uint32_t *pieces; /* of what is counted, by context; then pairs of pages, numbered on */
    uint32_t pieces_used,
        loaded; /* loaded: how many belong to contexts up to the last that was loaded */
    struct msim_node_counts *now; /* of that one's nodes */
};

/* Finds all nodes; `shown`: the contexts that are written. */
void msim_nodes_find(struct msim_nodes *nodes, const struct msim_mem *mem,
                     const struct msim_follower *follower,
                     const struct msim_inlined_counter *counter,
                     const struct msim_page_counts *pages, const bool *shown);

/* The node of inlined calls in a context, which must exist. */
struct msim_node *msim_node_of(const struct msim_nodes *nodes, uint32_t context, uint32_t inlined);

/* Has the counts of a context's nodes; contexts must come in order. */
void msim_nodes_load(struct msim_nodes *nodes, uint32_t context);

/* The nodes of a context are those from `first[context]` to `first[context + 1]`. */
static inline struct msim_node *msim_node_at(const struct msim_nodes *nodes, uint32_t place)
{
    return msim_table_at(&nodes->table, nodes->sorted[place]);
}
