/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tree from functions up to their callers; see tree.h.
 *
 * A row is a set of contexts whose own counts it has; it is divided by who called them, one level
 * further up for each level of the tree.  Only rows that weigh enough are divided, so time and
 * memory depend on what is shown: each level looks at every context once at most.
 */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "tree.h"

/* A context of a row, and the path that is at the row's level. */
struct member {
    uint32_t context, path;
};

struct members {
    struct member *member;
    size_t count;
};

struct upward {
    struct msim_shown_tree *tree;
    const struct msim_paths *paths;
    const struct msim_tree_limits *limits;
    msim_wide *own;          /* of each context, in the column sorted by */
    struct members *members; /* of each row */
    /* While one row is divided: for each frame, what it has. */
    uint32_t *row;
    size_t *size;
    msim_wide *weight;
    uint32_t *found; /* the frames seen */
    size_t founds;
};

static uint32_t add_row(struct upward *up, uint32_t parent, uint32_t frame, uint32_t depth)
{
    struct msim_shown_tree *tree = up->tree;
    uint32_t number = (uint32_t)tree->rows++;
    size_t events = tree->events;
    tree->row = msim_room(tree->row, number, sizeof *tree->row);
    tree->own[0] = msim_room(tree->own[0], number, events * sizeof(int64_t));
    tree->inclusive[0] = msim_room(tree->inclusive[0], number, events * sizeof(int64_t));
    up->members = msim_room(up->members, number, sizeof *up->members);
    tree->row[number] = (struct msim_tree_row){.parent = parent, .frame = frame, .depth = depth};
    up->members[number] = (struct members){NULL, 0};
    for (size_t i = 0; i < events; i++)
        msim_tree_own(tree, 0, number)[i] = msim_tree_inclusive(tree, 0, number)[i] = 0;
    return number;
}

/* The path of the caller; 0: none. */
static uint32_t above(const struct upward *up, struct member member, bool first)
{
    return first ? member.path : up->paths->path[member.path].parent;
}

/* Weighs what the members' callers have, by frame. */
static void weigh(struct upward *up, const struct members *members, bool first)
{
    up->founds = 0;
    for (size_t i = 0; i < members->count; i++) {
        uint32_t path = above(up, members->member[i], first);
        if (!path)
            continue;
        uint32_t frame = up->paths->path[path].frame;
        if (!up->size[frame]++) {
            up->found[up->founds++] = frame;
            up->weight[frame] = 0;
        }
        up->weight[frame] += up->own[members->member[i].context];
    }
}

/* Makes rows of the frames that weigh enough. */
static void keep(struct upward *up, uint32_t parent)
{
    uint32_t depth = up->tree->row[parent].depth + 1;
    bool deep = up->limits->depth && depth > up->limits->depth;
    for (size_t i = 0; i < up->founds; i++) {
        uint32_t frame = up->found[i];
        up->row[frame] = MSIM_NOTHING;
        if (up->weight[frame] <= 0)
            continue;
        if (deep || up->weight[frame] < up->limits->least) {
            up->tree->row[parent].hidden++;
            up->tree->row[parent].hidden_weight += up->weight[frame];
            up->tree->row[parent].is_too_deep |= deep && up->weight[frame] >= up->limits->least;
            continue;
        }
        uint32_t row = up->row[frame] = add_row(up, parent, frame, depth);
        up->tree->row[row].weight = up->weight[frame];
        up->members[row].member = msim_zeroed(up->size[frame], sizeof(struct member));
    }
}

static void divide(struct upward *up, uint32_t parent)
{
    struct members members = up->members[parent];
    bool first = parent == 0;
    weigh(up, &members, first);
    keep(up, parent);
    for (size_t i = 0; i < members.count; i++) {
        uint32_t path = above(up, members.member[i], first);
        uint32_t row = path ? up->row[up->paths->path[path].frame] : MSIM_NOTHING;
        if (row == MSIM_NOTHING)
            continue;
        uint32_t context = members.member[i].context;
        const struct msim_call_profile *calls = up->paths->calls[0];
        up->members[row].member[up->members[row].count++] = (struct member){context, path};
        msim_context_add(calls, context, msim_tree_inclusive(up->tree, 0, row));
        if (first) {
            msim_context_add(calls, context, msim_tree_own(up->tree, 0, row));
            up->tree->row[row].calls[0] += calls->context[context].calls;
        }
    }
    for (size_t i = 0; i < up->founds; i++)
        up->size[up->found[i]] = 0;
    free(members.member);
    up->members[parent].member = NULL;
}

static void start(struct upward *up, const struct msim_column *column)
{
    const struct msim_call_profile *calls = up->paths->calls[0];
    uint32_t program = add_row(up, 0, MSIM_NOTHING, 0);
    struct members *all = &up->members[program];
    all->member = msim_zeroed(calls->contexts, sizeof *all->member);
    up->own = msim_zeroed(calls->contexts, sizeof *up->own);
    for (uint32_t i = 1; i < calls->contexts; i++) {
        int64_t count[MSIM_EVENTS_MAX] = {0};
        msim_context_add(calls, i, count);
        up->own[i] = msim_column_over(column, count);
        all->member[all->count++] = (struct member){i, up->paths->of[0][i]};
    }
    for (size_t i = 0; i < up->tree->events; i++)
        msim_tree_inclusive(up->tree, 0, 0)[i] = calls->counts.total[i];
    up->tree->row[0].weight = msim_column_over(column, calls->counts.total);
}

void msim_tree_up(struct msim_shown_tree *tree, const struct msim_paths *paths,
                  const struct msim_calls_view *view, const struct msim_tree_limits *limits)
{
    size_t frames = paths->frames->frames;
    struct upward up = {.tree = tree,
                        .paths = paths,
                        .limits = limits,
                        .row = msim_zeroed(frames, sizeof(uint32_t)),
                        .size = msim_zeroed(frames, sizeof(size_t)),
                        .weight = msim_zeroed(frames, sizeof(msim_wide)),
                        .found = msim_zeroed(frames, sizeof(uint32_t))};
    *tree =
        (struct msim_shown_tree){.frames = paths->frames, .events = paths->calls[0]->counts.events};
    start(&up, &view->sort.column[0]);
    for (uint32_t row = 0; row < tree->rows; row++)
        divide(&up, row);
    MSIM_FREE(up.own, up.members, up.row, up.size, up.weight, up.found);
}
