/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tree's calls by caller, callee and place, as files in Callgrind's format have them.
 *
 * The inclusive cost of a caller and a callee is that of all contexts whose path has such a call,
 * each counted once: at the place of the outermost one.  So it never exceeds the total, and
 * recursion counts nothing twice, not even where a function calls itself at several places.
 *
 * Cost: the number of contexts times the depth of each.
 */
#pragma once

#include "flow/tree.h"
#include "pages.h"

struct msim_edge {
    struct msim_row row;        /* inclusive, */
    struct msim_page_row pages; /* and so are these */
    uint64_t calls;
    uint32_t caller, callee; /* functions */
    uint32_t place;          /* a site + 1 */
    uint32_t pair;
    uint32_t same_hash;
};

/* A caller and a callee, whatever the place. */
struct msim_edge_pair {
    uint32_t caller, callee;
    uint32_t same_hash;
    uint32_t outermost; /* the edge on the path that is looked at */
    uint32_t seen;      /* the last context that was added */
};

struct msim_edges {
    struct msim_table table, pairs;
    struct msim_lookup lookup, pair_lookup;
};

/* Finds all edges of a tree; `pages` are by context.  `line_of`: by site, the one that stands for
 * its line; NULL: each is a line of its own. */
void msim_edges_find(struct msim_edges *edges, const struct msim_mem *mem,
                     const struct msim_tree *tree, const struct msim_page_sums *pages,
                     const uint32_t *line_of);

static inline const struct msim_edge *msim_edge_at(const struct msim_edges *edges, uint32_t number)
{
    return msim_table_at(&edges->table, number);
}
