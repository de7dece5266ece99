/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where a tree splits.  Often nearly all memory comes through one function, as a wrapper of malloc:
 * then its callers distinguish places.  So one goes down from the root as long as one node has
 * nearly all bytes of the tree, and stops at the node where several have a part.  If none of them
 * has several callers, the root is where the tree splits.
 *
 * A function without a name, as all that a stripped library does not export, is named by the
 * nearest caller that has one, if nearly all of it comes from there.
 */
#pragma once

#include "set.h"

enum { MSIM_SPLIT_MOST = 64, MSIM_SPLIT_PERCENT = 90 /* that is nearly all */ };

struct msim_heaped_split {
    size_t steps;                       /* 0: the root */
    const char *place[MSIM_SPLIT_MOST]; /* of each step, from the allocating function on */
    uint64_t bytes;                     /* of the last one */
};

/* Where the tree of this snapshot splits. */
struct msim_heaped_split msim_heaped_split_of(const struct msim_heaped *heap,
                                              const struct msim_heaped_snapshot *snapshot);

/* The nodes below the last step, in the tree of any snapshot: of the heap's nodes, those from *from
 * until *end, of which the children have the depth steps + 1. */
void msim_heaped_below_split(const struct msim_heaped *heap,
                             const struct msim_heaped_snapshot *snapshot,
                             const struct msim_heaped_split *split, size_t *from, size_t *end);

/* The place of one of the heap's nodes or, if that has no name, of the caller that names it. */
const char *msim_heaped_named(const struct msim_heaped *heap, size_t node);
