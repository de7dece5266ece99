/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What functions cost, exclusive and inclusive of what they call.
 *
 * With a tree, the inclusive cost of a function is the sum over its outermost contexts, those
 * without the function above them: recursion counts once, and nothing is above the total.  With
 * edges alone, it is the function's own cost and those of its calls of other functions, as
 * Callgrind recorded them: exact unless functions call each other in a cycle, whose costs are then
 * counted several times.
 *
 * Cost: one walk over the tree for all events; memory for each function, not for each context.
 */
#pragma once

#include "frames.h"

struct msim_costs {
    size_t frames, events;
    int64_t *own, *inclusive; /* `events` for each frame */
    uint64_t *calls;          /* of each frame */
    bool *recursive;          /* with a tree: it was called while it ran; else: it is in a cycle */
    bool *inlined;            /* with a tree: some of its code was inlined */
    size_t cyclic;            /* without a tree: how many are in cycles */
};

/* `side` is the profile's among `frames`. */
void msim_costs_make(struct msim_costs *costs, const struct msim_call_profile *calls,
                     const struct msim_profile_frames *frames, int side);

void msim_costs_free(struct msim_costs *costs);

/* Without a tree: marks each function that is in a cycle of two functions or more, and returns
 * their number. */
size_t msim_calls_cycles(const struct msim_call_profile *calls, bool *in_cycle);
