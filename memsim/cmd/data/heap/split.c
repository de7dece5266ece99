/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds where a tree splits; see split.h. */
#include "split.h"

#include <string.h>

/* Returns the node after all that are below `at`. */
static size_t end_of(const struct msim_heaped *heap, size_t at, size_t end)
{
    size_t next = at + 1;
    while (next < end && heap->node[next].depth > heap->node[at].depth)
        next++;
    return next;
}

/* Returns the child with most bytes, or `at` if it has none; *children is their number. */
static size_t largest_child(const struct msim_heaped *heap, size_t at, size_t end, size_t *children)
{
    size_t found = at;
    *children = 0;
    for (size_t i = at + 1; i < end_of(heap, at, end); i = end_of(heap, i, end), ++*children)
        if (found == at || heap->node[i].bytes > heap->node[found].bytes)
            found = i;
    return found;
}

static bool is_nearly_all(uint64_t bytes, uint64_t whole)
{
    return bytes && 100 * (double)bytes >= MSIM_SPLIT_PERCENT * (double)whole;
}

struct msim_heaped_split msim_heaped_split_of(const struct msim_heaped *heap,
                                              const struct msim_heaped_snapshot *snapshot)
{
    static const struct msim_heaped_split none;
    struct msim_heaped_split split = none;
    size_t at = snapshot->node, end = at + snapshot->nodes, children;
    if (!snapshot->nodes)
        return none;
    uint64_t whole = heap->node[at].bytes;
    for (;;) {
        size_t child = largest_child(heap, at, end, &children);
        if (!children || msim_heaped_joined(heap->node[child].text))
            return none;
        if (!is_nearly_all(heap->node[child].bytes, whole))
            return children > 1 ? split : none;
        if (split.steps == MSIM_SPLIT_MOST)
            return none;
        at = child;
        split.place[split.steps++] = msim_heaped_place(heap->node[at].text);
        split.bytes = heap->node[at].bytes;
    }
}

void msim_heaped_below_split(const struct msim_heaped *heap,
                             const struct msim_heaped_snapshot *snapshot,
                             const struct msim_heaped_split *split, size_t *from, size_t *end)
{
    size_t at = snapshot->node;
    *end = at + snapshot->nodes;
    for (size_t step = 0; step < split->steps; step++) {
        size_t child = at + 1;
        while (child < *end &&
               (strcmp(msim_heaped_place(heap->node[child].text), split->place[step]) != 0))
            child = end_of(heap, child, *end);
        *end = child < *end ? end_of(heap, child, *end) : *end;
        if (child >= *end) {
            *from = *end;
            return;
        }
        at = child;
    }
    *from = snapshot->nodes ? at + 1 : *end;
}

const char *msim_heaped_named(const struct msim_heaped *heap, size_t node)
{
    const char *own = msim_heaped_place(heap->node[node].text), *place = own;
    uint64_t whole = heap->node[node].bytes;
    size_t end = end_of(heap, node, heap->nodes), children;
    for (size_t at = node; !strncmp(place, "0x", 2);
         place = msim_heaped_place(heap->node[at].text)) {
        at = largest_child(heap, at, end, &children);
        if (!children || !is_nearly_all(heap->node[at].bytes, whole) ||
            msim_heaped_joined(heap->node[at].text))
            return own;
    }
    return place;
}
