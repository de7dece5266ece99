/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cycles of functions that call each other (costs.h): Tarjan's strongly connected components,
 * without recursion, because chains of calls may be long.
 *
 * `low` is the earliest function on the stack that a function reaches; a component ends at the
 * function that reaches none before itself.
 */

#include "cmd/base/grow.h"
#include "costs.h"

struct search {
    const struct msim_call_profile *calls;
    uint32_t *first, *edge;        /* the edges of function f are edge[first[f]] ... */
    uint32_t *number, *low, *next; /* number: 0 is unseen; next: the edge to follow next */
    uint32_t *stack, *path;        /* path: from where the search began to where it is */
    size_t stacked, depth;
    uint32_t seen;
    bool *on_stack, *in_cycle;
    size_t found;
};

static void sort_edges(struct search *of)
{
    const struct msim_call_profile *calls = of->calls;
    of->first = msim_zeroed(calls->functions + 1, sizeof *of->first);
    of->edge = msim_zeroed(calls->edges, sizeof *of->edge);
    for (size_t i = 0; i < calls->edges; i++)
        of->first[calls->edge[i].caller + 1]++;
    for (size_t i = 0; i < calls->functions; i++)
        of->first[i + 1] += of->first[i];
    for (size_t i = 0; i < calls->functions; i++)
        of->next[i] = of->first[i];
    for (size_t i = 0; i < calls->edges; i++)
        of->edge[of->next[calls->edge[i].caller]++] = calls->edge[i].callee;
    for (size_t i = 0; i < calls->functions; i++)
        of->next[i] = of->first[i];
}

static void enter(struct search *of, uint32_t function)
{
    of->number[function] = of->low[function] = ++of->seen;
    of->stack[of->stacked++] = of->path[of->depth++] = function;
    of->on_stack[function] = true;
}

static void leave(struct search *of, uint32_t function)
{
    uint32_t top = function;
    of->depth--;
    if (of->depth) {
        uint32_t caller = of->path[of->depth - 1];
        if (of->low[function] < of->low[caller])
            of->low[caller] = of->low[function];
    }
    if (of->low[function] != of->number[function])
        return;
    bool many = of->stack[of->stacked - 1] != function;
    do {
        top = of->stack[--of->stacked];
        of->on_stack[top] = false;
        of->in_cycle[top] = many;
        of->found += many;
    } while (top != function);
}

static void search_from(struct search *of, uint32_t start)
{
    enter(of, start);
    while (of->depth) {
        uint32_t function = of->path[of->depth - 1];
        if (of->next[function] == of->first[function + 1]) {
            leave(of, function);
            continue;
        }
        uint32_t callee = of->edge[of->next[function]++];
        if (!of->number[callee])
            enter(of, callee);
        else if (of->on_stack[callee] && of->number[callee] < of->low[function])
            of->low[function] = of->number[callee];
    }
}

size_t msim_calls_cycles(const struct msim_call_profile *calls, bool *in_cycle)
{
    size_t count = calls->functions;
    struct search of = {.calls = calls,
                        .number = msim_zeroed(count, sizeof(uint32_t)),
                        .low = msim_zeroed(count, sizeof(uint32_t)),
                        .next = msim_zeroed(count, sizeof(uint32_t)),
                        .stack = msim_zeroed(count, sizeof(uint32_t)),
                        .path = msim_zeroed(count, sizeof(uint32_t)),
                        .on_stack = msim_zeroed(count, sizeof(bool)),
                        .in_cycle = in_cycle};
    sort_edges(&of);
    for (uint32_t i = 0; i < count; i++)
        if (!of.number[i])
            search_from(&of, i);
    MSIM_FREE(of.first, of.edge, of.number, of.low, of.next, of.stack, of.path, of.on_stack);
    return of.found;
}
