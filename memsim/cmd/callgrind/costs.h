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

/*
 * Who calls a function, and what it spends in its callees.
 *
 * With a tree, each list divides the function's inclusive cost: every context in it belongs to the
 * caller of the function's outermost context above it, and to the callee of its innermost one, or
 * to the function itself.  So each list has exactly the function's inclusive cost as its sum, with
 * recursion, too.  With edges alone, the lists are the edges as recorded.
 */

enum msim_relation_kind {
    MSIM_RELATION_FRAME,
    MSIM_RELATION_THREAD,  /* the program or a thread began with the function */
    MSIM_RELATION_SIGNAL,  /* the kernel called it, as a handler of that signal */
    MSIM_RELATION_INLINED, /* a caller or callee by inlining */
    MSIM_RELATION_SELF     /* the function's own cost */
};

struct msim_relation {
    enum msim_relation_kind kind;
    uint32_t frame; /* or the signal */
    uint64_t calls;
};

/* Starts zeroed. */
struct msim_relations {
    struct msim_relation *relation;
    int64_t *count; /* for each */
    size_t relations;
    struct msim_index index;
};

struct msim_related {
    struct msim_relations callers, callees;
    uint64_t recursive; /* calls of the function from itself */
};

void msim_related_make(struct msim_related *related, const struct msim_call_profile *calls,
                       const struct msim_profile_frames *frames, uint32_t frame);

void msim_related_free(struct msim_related *related);
