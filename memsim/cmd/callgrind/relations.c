/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Callers and callees; see costs.h. */
#include "costs.h"

#include <string.h>

#include "cmd/base/grow.h"
#include "stream/hash.h"

struct wanted {
    const struct msim_relations *of;
    struct msim_relation what;
};

static bool is_wanted(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_relation *here = &wanted->of->relation[number];
    return here->kind == wanted->what.kind && here->frame == wanted->what.frame;
}

static uint32_t relation(struct msim_relations *of, size_t events, enum msim_relation_kind kind,
                         uint32_t frame)
{
    struct wanted wanted = {of, {kind, frame, 0}};
    uint32_t hash = (uint32_t)(msim_mix((uint64_t)kind << 32 | frame) >> 32);
    uint32_t number = msim_index_find(&of->index, hash, is_wanted, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = (uint32_t)of->relations++;
    of->relation = msim_room(of->relation, number, sizeof *of->relation);
    of->relation[number] = wanted.what;
    of->count = msim_room(of->count, number, events * sizeof *of->count);
    memset(of->count + number * events, 0, events * sizeof *of->count);
    msim_index_add(&of->index, hash, number);
    return number;
}

/* --- the tree --------------------------------------------------------------------------------- */

struct pass {
    const struct msim_call_profile *calls;
    const uint32_t *frame_of;
    struct msim_related *related;
    uint32_t frame;
    uint32_t *caller, *callee; /* of each context: its relations; MSIM_NOTHING: outside */
};

static uint32_t caller_of(struct pass *pass, const struct msim_profile_context *context)
{
    struct msim_relations *callers = &pass->related->callers;
    size_t events = pass->calls->counts.events;
    if (context->kind == MSIM_CONTEXT_SIGNAL)
        return relation(callers, events, MSIM_RELATION_SIGNAL, context->line);
    if (!context->parent)
        return relation(callers, events, MSIM_RELATION_THREAD, 0);
    uint32_t frame = pass->frame_of[pass->calls->context[context->parent].function];
    bool inlined = context->kind == MSIM_CONTEXT_INLINED;
    return relation(callers, events, inlined ? MSIM_RELATION_INLINED : MSIM_RELATION_FRAME, frame);
}

/* Parents come first, so what is above a context is known. */
static void relate(struct pass *pass, uint32_t number)
{
    const struct msim_profile_context *context = &pass->calls->context[number];
    struct msim_related *related = pass->related;
    size_t events = pass->calls->counts.events;
    uint32_t parent = context->parent, frame = pass->frame_of[context->function];
    uint32_t caller = parent ? pass->caller[parent] : MSIM_NOTHING;
    uint32_t callee = parent ? pass->callee[parent] : MSIM_NOTHING;
    bool from_it = parent && pass->frame_of[pass->calls->context[parent].function] == pass->frame;
    if (frame == pass->frame) {
        uint32_t own = caller_of(pass, context);
        if (caller == MSIM_NOTHING)
            caller = own;
        if (from_it)
            related->recursive += context->calls;
        related->callers.relation[own].calls += context->calls;
        callee = relation(&related->callees, events, MSIM_RELATION_SELF, 0);
    } else if (from_it) {
        bool inlined = context->kind == MSIM_CONTEXT_INLINED;
        callee = relation(&related->callees, events,
                          inlined ? MSIM_RELATION_INLINED : MSIM_RELATION_FRAME, frame);
        related->callees.relation[callee].calls += context->calls;
    }
    pass->caller[number] = caller;
    pass->callee[number] = callee;
    if (caller == MSIM_NOTHING)
        return;
    msim_context_add(pass->calls, number, related->callers.count + caller * events);
    msim_context_add(pass->calls, number, related->callees.count + callee * events);
}

static void relate_tree(struct pass *pass)
{
    size_t contexts = pass->calls->contexts;
    pass->caller = msim_zeroed(contexts, sizeof *pass->caller);
    pass->callee = msim_zeroed(contexts, sizeof *pass->callee);
    for (uint32_t i = 1; i < contexts; i++)
        relate(pass, i);
    MSIM_FREE(pass->caller, pass->callee);
}

/* --- edges ------------------------------------------------------------------------------------ */

static void add_edge(struct msim_relations *of, const struct msim_call_profile *calls, size_t edge,
                     uint32_t frame)
{
    size_t events = calls->counts.events;
    uint32_t number = relation(of, events, MSIM_RELATION_FRAME, frame);
    of->relation[number].calls += calls->edge[edge].calls;
    for (size_t i = 0; i < events; i++)
        of->count[number * events + i] += msim_calls_edge_count(calls, edge)[i];
}

static void relate_edges(struct pass *pass)
{
    const struct msim_call_profile *calls = pass->calls;
    struct msim_related *related = pass->related;
    size_t events = calls->counts.events;
    for (size_t i = 0; i < calls->edges; i++) {
        uint32_t caller = pass->frame_of[calls->edge[i].caller];
        uint32_t callee = pass->frame_of[calls->edge[i].callee];
        if (caller == pass->frame && callee == pass->frame)
            related->recursive += calls->edge[i].calls;
        else if (caller == pass->frame)
            add_edge(&related->callees, calls, i, callee);
        else if (callee == pass->frame)
            add_edge(&related->callers, calls, i, caller);
    }
    for (size_t i = 0; i < calls->functions; i++) {
        if (pass->frame_of[i] != pass->frame)
            continue;
        uint32_t own = relation(&related->callees, events, MSIM_RELATION_SELF, 0);
        for (size_t e = 0; e < events; e++)
            related->callees.count[own * events + e] += msim_calls_self(calls, i)[e];
    }
}

void msim_related_make(struct msim_related *related, const struct msim_call_profile *calls,
                       const struct msim_profile_frames *frames, uint32_t frame)
{
    struct pass pass = {calls, frames->of[0], related, frame, NULL, NULL};
    *related = (struct msim_related){0};
    if (calls->context)
        relate_tree(&pass);
    else
        relate_edges(&pass);
}

static void free_relations(struct msim_relations *of)
{
    MSIM_FREE(of->relation, of->count);
    msim_index_free(&of->index);
}

void msim_related_free(struct msim_related *related)
{
    free_relations(&related->callers);
    free_relations(&related->callees);
}
