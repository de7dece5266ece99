/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses and counts the rows of a tree from the program down; see tree.h. */
#include "tree.h"

#include "cmd/base/grow.h"

/* --- choosing --------------------------------------------------------------------------------- */

static uint32_t add_row(struct msim_shown_tree *tree, const struct msim_path *path, uint32_t parent,
                        msim_wide weight)
{
    uint32_t number = (uint32_t)tree->rows++;
    tree->row = msim_room(tree->row, number, sizeof *tree->row);
    tree->row[number] = (struct msim_tree_row){.parent = parent,
                                               .frame = path->frame,
                                               .way = path->way,
                                               .line = path->line,
                                               .depth = path->depth,
                                               .calls = {path->calls[0], path->calls[1]},
                                               .weight = weight};
    return number;
}

/* For each path, the row that shows it or its nearest path above.  A path is only shown if its
 * parent is. */
static uint32_t *choose(struct msim_shown_tree *tree, const struct msim_paths *paths,
                        const msim_wide *weight, const struct msim_tree_limits *limits, bool *shown)
{
    uint32_t *row = msim_zeroed(paths->paths, sizeof *row);
    add_row(tree, &paths->path[0], 0, weight[0]);
    shown[0] = true;
    for (size_t i = 1; i < paths->paths; i++) {
        const struct msim_path *path = &paths->path[i];
        bool deep = limits->depth && path->depth > limits->depth;
        row[i] = row[path->parent];
        if (shown[path->parent] && !deep && weight[i] > 0 && weight[i] >= limits->least) {
            shown[i] = true;
            row[i] = add_row(tree, path, row[i], weight[i]);
            continue;
        }
        tree->row[row[i]].hidden++;
        if (shown[path->parent] && weight[i] > 0) {
            tree->row[row[i]].hidden_weight += weight[i];
            tree->row[row[i]].is_too_deep |= deep && weight[i] >= limits->least;
        }
    }
    return row;
}

static void count(struct msim_shown_tree *tree, const struct msim_paths *paths, int side,
                  const uint32_t *row, const bool *shown)
{
    const struct msim_call_profile *calls = paths->calls[side];
    size_t events = tree->events;
    tree->own[side] = msim_zeroed(tree->rows * events, sizeof(int64_t));
    tree->inclusive[side] = msim_zeroed(tree->rows * events, sizeof(int64_t));
    for (size_t i = 1; i < calls->contexts; i++) {
        uint32_t path = paths->of[side][i];
        msim_context_add(calls, i, msim_tree_inclusive(tree, side, row[path]));
        if (shown[path])
            msim_context_add(calls, i, msim_tree_own(tree, side, row[path]));
    }
    for (size_t i = tree->rows; i-- > 1;)
        msim_counts_add(msim_tree_inclusive(tree, side, tree->row[i].parent),
                        msim_tree_inclusive(tree, side, i), events);
}

void msim_tree_down(struct msim_shown_tree *tree, const struct msim_paths *paths,
                    const msim_wide *weight, const struct msim_tree_limits *limits)
{
    *tree =
        (struct msim_shown_tree){.frames = paths->frames, .events = paths->calls[0]->counts.events};
    bool *shown = msim_zeroed(paths->paths, sizeof *shown);
    uint32_t *row = choose(tree, paths, weight, limits, shown);
    for (int side = 0; side < paths->sides; side++)
        count(tree, paths, side, row, shown);
    MSIM_FREE(shown, row);
}

/* --- children --------------------------------------------------------------------------------- */

struct sorting {
    const struct msim_shown_tree *tree;
    bool (*before)(const void *context, uint32_t a, uint32_t b);
    const void *context;
};

static bool is_before(const void *context, uint32_t a, uint32_t b)
{
    const struct sorting *sorting = context;
    const struct msim_tree_row *row = sorting->tree->row;
    /* Row 0 is a child of none and comes first. */
    if (!a || !b || row[a].parent != row[b].parent)
        return !a ? b != 0 : b && row[a].parent < row[b].parent;
    return sorting->before(sorting->context, a, b);
}

void msim_tree_sort(struct msim_shown_tree *tree,
                    bool (*before)(const void *context, uint32_t a, uint32_t b),
                    const void *context)
{
    struct sorting sorting = {tree, before, context};
    tree->child = msim_order((uint32_t)tree->rows, is_before, &sorting);
    for (uint32_t i = 1; i < tree->rows; i++) {
        struct msim_tree_row *parent = &tree->row[tree->row[tree->child[i]].parent];
        if (!parent->children++)
            parent->first = i;
    }
}

void msim_tree_free(struct msim_shown_tree *tree)
{
    MSIM_FREE(tree->row, tree->child);
    for (int side = 0; side < MSIM_SIDES; side++)
        MSIM_FREE(tree->own[side], tree->inclusive[side]);
}
