/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Questions about snapshots and nodes; see set.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "set.h"

void msim_heaped_free(struct msim_heaped *heap)
{
    free(heap->snapshot);
    free(heap->node);
    free(heap->bytes);
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

void msim_heaped_label(char *to, size_t room, const char *text)
{
    static const char before[] = " (in ";
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
