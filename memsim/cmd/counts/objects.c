/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The objects (executables and libraries) of the two sides of a difference (combine.h). */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "combine.h"

enum side { BEFORE = 1, AFTER = 2 };

/* Which sides have each object. */
static unsigned char *sides_of(const struct msim_counts *counts)
{
    unsigned char *sides = msim_zeroed(counts->object.count + 1, 1);
    for (size_t i = 0; i < counts->parts; i++) {
        const struct msim_counts_part *part = &counts->part[i];
        for (uint32_t at = part->first; at != MSIM_NOTHING; at = counts->section[at].next)
            if (part->object != MSIM_NOTHING)
                sides[part->object] |=
                    counts->source[counts->section[at].source].negative ? BEFORE : AFTER;
    }
    return sides;
}

/* The only object that just this side has; MSIM_NOTHING: none, or several. */
static uint32_t only(const struct msim_counts *counts, const unsigned char *sides, enum side side)
{
    uint32_t found = MSIM_NOTHING;
    for (uint32_t i = 0; i < counts->object.count; i++) {
        if (sides[i] != side)
            continue;
        if (found != MSIM_NOTHING)
            return MSIM_NOTHING;
        found = i;
    }
    return found;
}

static uint32_t part_in(const struct msim_counts *counts, uint32_t function, uint32_t object)
{
    uint32_t part = counts->function[function].first;
    while (part != MSIM_NOTHING && counts->part[part].object != object)
        part = counts->part[part].next;
    return part;
}

/* Moves the sections and totals of a part to the end of another one. */
static void move(struct msim_counts *counts, uint32_t from, uint32_t to)
{
    struct msim_counts_part *source = &counts->part[from], *target = &counts->part[to];
    int64_t *total = msim_part_total(counts, to), *old = msim_part_total(counts, from);
    for (size_t i = 0; i < counts->events; i++) {
        total[i] += old[i];
        old[i] = 0;
    }
    if (source->first == MSIM_NOTHING)
        return;
    if (target->first == MSIM_NOTHING)
        target->first = source->first;
    else
        counts->section[target->last].next = source->first;
    target->last = source->last;
    source->first = source->last = MSIM_NOTHING;
}

void msim_counts_match_objects(struct msim_counts *counts)
{
    unsigned char *sides = sides_of(counts);
    uint32_t before = only(counts, sides, BEFORE), after = only(counts, sides, AFTER);
    for (uint32_t i = 0; before != MSIM_NOTHING && after != MSIM_NOTHING && i < counts->functions;
         i++) {
        uint32_t from = part_in(counts, i, before), to = part_in(counts, i, after);
        if (from == MSIM_NOTHING)
            continue;
        if (to == MSIM_NOTHING)
            counts->part[from].object = after;
        else
            move(counts, from, to);
    }
    free(sides);
}
