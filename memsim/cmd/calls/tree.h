/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of a tree of paths that is shown, with the counts of all events: from the program down,
 * or from each function up to its callers.
 *
 * Row 0 is the program.  Rows follow their parents, and the children of a row are
 * child[first] ... child[first + children - 1], in order.
 */
#pragma once

#include "paths.h"
#include "view.h"

struct msim_tree_row {
    uint32_t parent, frame, way, line, depth;
    uint32_t first, children;
    uint64_t calls[MSIM_SIDES];
    msim_wide weight;        /* what it was chosen by */
    msim_wide hidden_weight; /* of its children that are too deep or weigh too little ... */
    uint32_t hidden;         /* ... how many paths they are, with all below them */
    bool is_too_deep;        /* ... some of them are hidden because of the depth alone */
};

struct msim_shown_tree {
    const struct msim_profile_frames *frames;
    size_t events;
    struct msim_tree_row *row;
    size_t rows;
    uint32_t *child;
    /* For each side and row.  Upwards, `inclusive` is what the function at the bottom has itself
     * when it is called that way, and `own` is 0 but for the functions. */
    int64_t *own[MSIM_SIDES], *inclusive[MSIM_SIDES];
};

/* What is shown. */
struct msim_tree_limits {
    msim_wide least; /* of what a row weighs; at least 1 is needed in any case */
    size_t depth;    /* 0: no limit */
};

/* From the program down.  `weight` is inclusive, for each path. */
void msim_tree_down(struct msim_shown_tree *tree, const struct msim_paths *paths,
                    const msim_wide *weight, const struct msim_tree_limits *limits);

/* From functions up to their callers, of one profile; weighed by the first column sorted by. */
void msim_tree_up(struct msim_shown_tree *tree, const struct msim_paths *paths,
                  const struct msim_calls_view *view, const struct msim_tree_limits *limits);

/* Puts children in order; by default, none. */
void msim_tree_sort(struct msim_shown_tree *tree,
                    bool (*before)(const void *context, uint32_t a, uint32_t b),
                    const void *context);

void msim_tree_free(struct msim_shown_tree *tree);

static inline int64_t *msim_tree_own(const struct msim_shown_tree *tree, int side, size_t row)
{
    return tree->own[side] + row * tree->events;
}

static inline int64_t *msim_tree_inclusive(const struct msim_shown_tree *tree, int side, size_t row)
{
    return tree->inclusive[side] + row * tree->events;
}
