/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Conflict misses: growth by layout that is no accident of a rebuild.
 *
 * Any rebuild moves all code and data a little, which changes misses a little, in many lines.  A
 * row whose length became a power of two makes few lines miss much more: its blocks displace each
 * other in few sets, which a fully associative cache of that size would not do.  So growth is a
 * conflict if it is more than rebuilds make (check/budget.h) and a few lines have most of it.
 */
#include "changes.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/columns/column.h"

/* This many lines have three quarters of it; a line is named if it has a twentieth. */
enum { FEW = 10, MOST_OF = 75, PART_OF = 5, WHOLE = 100 };

/* What an event adds to a column's growth by layout, by msim_common. */
struct weights {
    int32_t of[MSIM_EVENTS_MAX];
};

/* Those of the column less those of its companions, if `by_layout`.  false: there is no such
 * column. */
static bool weights_of(const struct msim_sides *sides, const char *text, bool by_layout,
                       struct weights *weights)
{
    const struct msim_common *common = &sides->common;
    struct msim_column column;
    char *error = msim_column_make(&column, &sides->base.counts, NULL, text, strlen(text));
    free(error);
    if (error)
        return false;
    *weights = (struct weights){{0}};
    for (size_t i = 0; i < common->events; i++) {
        const char *companion = msim_companion(common->name[i]);
        int32_t weight = column.weight[common->base[i]];
        weights->of[i] += weight;
        if (!weight || !by_layout || !companion)
            continue;
        size_t event = msim_common_event(common, companion);
        if (event < common->events)
            weights->of[event] -= weight;
    }
    msim_column_free(&column);
    return true;
}

static long double growth_of(const struct msim_change *change, const struct weights *weights,
                             size_t events)
{
    long double growth = 0;
    for (size_t i = 0; i < events; i++)
        growth += weights->of[i] * ((long double)change->fresh[i] - (long double)change->base[i]);
    return growth;
}

static int falling(const void *a, const void *b)
{
    long double left = *(const long double *)a, right = *(const long double *)b;
    return (left < right) - (left > right);
}

/* True: the largest FEW of these add up to most of `whole`.  Sorts them. */
static bool are_few(long double *growth, size_t lines, long double whole)
{
    long double sum = 0;
    qsort(growth, lines, sizeof *growth, falling);
    for (size_t i = 0; i < lines && i < FEW; i++)
        sum += growth[i];
    return sum * WHOLE >= whole * MOST_OF;
}

bool msim_growth_is_on_few_lines(const struct msim_sides *sides, const char *column, bool has_work,
                                 int sign)
{
    struct msim_changes all = {0};
    struct weights weights;
    if (!weights_of(sides, column, has_work, &weights))
        return false;
    for (size_t i = 0; i < sides->common.events; i++)
        all.watched[i] = weights.of[i] != 0;
    msim_changes_find(&all, sides);
    long double *growth = msim_zeroed(all.changes, sizeof *growth), whole = 0;
    for (size_t i = 0; i < all.changes; i++) {
        growth[i] = sign * growth_of(&all.change[i], &weights, sides->common.events);
        whole += growth[i];
    }
    bool few = whole > 0 && are_few(growth, all.changes, whole);
    free(growth);
    msim_changes_free(&all);
    return few;
}

void msim_conflicts_mark(struct msim_changes *changes, const struct msim_sides *sides,
                         const char *column)
{
    struct weights weights;
    long double whole = 0;
    size_t events = sides->common.events;
    if (!weights_of(sides, column, true, &weights))
        return;
    for (size_t i = 0; i < changes->changes; i++)
        whole += growth_of(&changes->change[i], &weights, events);
    for (size_t i = 0; i < changes->changes; i++)
        if (whole > 0 &&
            growth_of(&changes->change[i], &weights, events) * WHOLE >= whole * PART_OF)
            changes->change[i].conflict = true;
}
