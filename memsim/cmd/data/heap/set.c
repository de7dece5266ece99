/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions about snapshots and nodes; see set.h. */
#include "set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

void msim_heaped_free(struct msim_heaped *heap)
{
    for (size_t i = 0; i < heap->mades; i++)
        free(heap->made[i]);
    MSIM_FREE(heap->snapshot, heap->node, heap->bytes, heap->made);
}

uint64_t msim_heaped_most(const struct msim_heaped *heap)
{
    uint64_t most = 0;
    for (size_t i = 0; i < heap->snapshots; i++) {
        uint64_t total = msim_heaped_total(&heap->snapshot[i]);
        most = total > most ? total : most;
    }
    return most;
}

size_t msim_heaped_largest_tree(const struct msim_heaped *heap)
{
    size_t best = heap->snapshots;
    if (heap->snapshot[heap->peak].tree)
        return heap->peak;
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *snapshot = &heap->snapshot[i];
        if (snapshot->tree &&
            (best == heap->snapshots ||
             msim_heaped_total(snapshot) > msim_heaped_total(&heap->snapshot[best])))
            best = i;
    }
    return best;
}

const char *msim_heaped_tree_name(enum msim_heaped_tree tree)
{
    static const char *const names[] = {"", "detailed", "peak"};
    return names[tree];
}

const char *msim_heaped_unit_name(const char *unit)
{
    static const char *const names[][2] = {
        {"i", "instructions"}, {"ms", "milliseconds"}, {"B", "bytes allocated and freed"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(unit, names[i][0]))
            return names[i][1];
    return unit;
}

const char *msim_heaped_place(const char *text)
{
    if (strncmp(text, "0x", 2) != 0)
        return text;
    size_t digits = strspn(text + 2, "0123456789abcdefABCDEF");
    const char *rest = text + 2 + digits;
    if (!digits || strncmp(rest, ": ", 2) != 0 || !strncmp(rest, ": ???", 5))
        return text;
    return rest + 2;
}

/* "in 7 places, all below massif's threshold (1.00%)", in words that say enough. */
static bool put_joined(char *to, size_t room, const char *text)
{
    static const char threshold[] = "below massif's threshold (";
    const char *comma = strchr(text, ','), *at = strstr(text, threshold);
    if (!msim_heaped_joined(text) || !comma || !at)
        return false;
    at += strlen(threshold);
    snprintf(to, room, "%.*s, %sbelow %.*s", (int)(comma - text), text,
             msim_heaped_joined(text) > 1 ? "each " : "", (int)strcspn(at, ")"), at);
    return true;
}

void msim_heaped_label(char *to, size_t room, const char *text)
{
    static const char before[] = " (in ";
    if (put_joined(to, room, text))
        return;
    const char *place = msim_heaped_place(text), *in = NULL;
    for (const char *at = place; (at = strstr(at, before)) != NULL; at++)
        in = at;
    const char *slash = in ? strrchr(in, '/') : NULL;
    const char *object = slash ? slash + 1 : in ? in + strlen(before) : "";
    int length = (int)strlen(object) - 1; /* without the parenthesis */
    if (!strcmp(place, "0x0: ???"))
        snprintf(to, room, "???");
    else if (length < 1 || object[length] != ')')
        snprintf(to, room, "%s", place);
    else if (!strncmp(place, "0x", 2))
        snprintf(to, room, "%.*s at %.*s", length, object, (int)strcspn(place, ":"), place);
    else
        snprintf(to, room, "%.*s%s%s", (int)(in - place), place, before, object);
}

uint64_t msim_heaped_joined(const char *text)
{
    uint64_t places = 0;
    if (strncmp(text, "in ", 3) != 0 || text[3] < '1' || text[3] > '9')
        return 0;
    for (text += 3; *text >= '0' && *text <= '9'; text++) {
        unsigned digit = (unsigned)(*text - '0');
        if (places > (UINT64_MAX - digit) / 10)
            return 0;
        places = places * 10 + digit;
    }
    return strncmp(text, " place", 6) ? 0 : places;
}

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
