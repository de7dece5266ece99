/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Exclusive and inclusive costs; see costs.h. */
#include "costs.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* --- the tree --------------------------------------------------------------------------------- */

/* The walk enters each context before its children and leaves it after them.  `sum` is of all
 * contexts entered; a frame's inclusive cost is what it grew by between entering and leaving its
 * outermost context. */
struct walk {
    struct msim_costs *costs;
    const struct msim_call_profile *calls;
    const uint32_t *frame_of;
    uint32_t *child, *sibling; /* of contexts; 0: none */
    int64_t *sum, *before;     /* before: for each frame, the sum when it was entered */
    uint32_t *open;            /* for each frame, contexts that are entered and not left */
};

static void link_contexts(struct walk *walk)
{
    const struct msim_call_profile *calls = walk->calls;
    walk->child = msim_zeroed(calls->contexts, sizeof *walk->child);
    walk->sibling = msim_zeroed(calls->contexts, sizeof *walk->sibling);
    for (size_t i = calls->contexts; i-- > 1;) {
        uint32_t parent = calls->context[i].parent;
        walk->sibling[i] = walk->child[parent];
        walk->child[parent] = (uint32_t)i;
    }
}

static void enter(struct walk *walk, uint32_t context)
{
    size_t events = walk->costs->events;
    const struct msim_profile_context *at = &walk->calls->context[context];
    uint32_t frame = walk->frame_of[at->function];
    int64_t *before = walk->before + frame * events;
    walk->costs->calls[frame] += at->calls;
    walk->costs->inlined[frame] |= at->kind == MSIM_CONTEXT_INLINED;
    if (walk->open[frame]++)
        walk->costs->recursive[frame] = true;
    else
        memcpy(before, walk->sum, events * sizeof *before);
    msim_context_add(walk->calls, context, walk->sum);
    msim_context_add(walk->calls, context, walk->costs->own + frame * events);
}

static void leave(struct walk *walk, uint32_t context)
{
    size_t events = walk->costs->events;
    uint32_t frame = walk->frame_of[walk->calls->context[context].function];
    if (--walk->open[frame])
        return;
    const int64_t *before = walk->before + frame * events;
    int64_t *inclusive = walk->costs->inclusive + frame * events;
    for (size_t i = 0; i < events; i++)
        inclusive[i] += walk->sum[i] - before[i];
}

static void walk_tree(struct walk *walk)
{
    uint32_t at = walk->child[0];
    if (at)
        enter(walk, at);
    while (at) {
        if (walk->child[at]) {
            at = walk->child[at];
            enter(walk, at);
            continue;
        }
        /* Up to the next context that has a sibling. */
        while (at && !walk->sibling[at]) {
            leave(walk, at);
            at = walk->calls->context[at].parent;
        }
        if (!at)
            break;
        leave(walk, at);
        at = walk->sibling[at];
        enter(walk, at);
    }
}

static void cost_of_tree(struct msim_costs *costs, const struct msim_call_profile *calls,
                         const uint32_t *frame_of)
{
    struct walk walk = {.costs = costs,
                        .calls = calls,
                        .frame_of = frame_of,
                        .sum = msim_zeroed(costs->events, sizeof(int64_t)),
                        .before = msim_zeroed(costs->frames * costs->events, sizeof(int64_t)),
                        .open = msim_zeroed(costs->frames, sizeof(uint32_t))};
    link_contexts(&walk);
    walk_tree(&walk);
    MSIM_FREE(walk.child, walk.sibling, walk.sum, walk.before, walk.open);
}

/* --- edges ------------------------------------------------------------------------------------ */

static void cost_of_edges(struct msim_costs *costs, const struct msim_call_profile *calls,
                          const uint32_t *frame_of)
{
    bool *in_cycle = msim_zeroed(calls->functions, sizeof *in_cycle);
    size_t events = costs->events;
    costs->cyclic = msim_calls_cycles(calls, in_cycle);
    for (size_t i = 0; i < calls->functions; i++) {
        size_t frame = frame_of[i];
        msim_counts_add(costs->own + frame * events, msim_calls_self(calls, i), events);
        msim_counts_add(costs->inclusive + frame * events, msim_calls_self(calls, i), events);
        costs->recursive[frame] |= in_cycle[i];
    }
    for (size_t i = 0; i < calls->edges; i++) {
        const struct msim_calls_edge *edge = &calls->edge[i];
        size_t caller = frame_of[edge->caller], callee = frame_of[edge->callee];
        costs->calls[callee] += edge->calls;
        if (caller != callee)
            msim_counts_add(costs->inclusive + caller * events, msim_calls_edge_count(calls, i),
                            events);
    }
    free(in_cycle);
}

void msim_costs_make(struct msim_costs *costs, const struct msim_call_profile *calls,
                     const struct msim_profile_frames *frames, int side)
{
    size_t events = calls->counts.events;
    *costs = (struct msim_costs){.frames = frames->frames, .events = events};
    costs->own = msim_zeroed(frames->frames * events, sizeof *costs->own);
    costs->inclusive = msim_zeroed(frames->frames * events, sizeof *costs->inclusive);
    costs->calls = msim_zeroed(frames->frames, sizeof *costs->calls);
    costs->recursive = msim_zeroed(frames->frames, sizeof *costs->recursive);
    costs->inlined = msim_zeroed(frames->frames, sizeof *costs->inlined);
    if (calls->context)
        cost_of_tree(costs, calls, frames->of[side]);
    else
        cost_of_edges(costs, calls, frames->of[side]);
}

void msim_costs_free(struct msim_costs *costs)
{
    MSIM_FREE(costs->own, costs->inclusive, costs->calls, costs->recursive, costs->inlined);
}
