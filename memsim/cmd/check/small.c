/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Leaving out small changes; see small.h. */
#include "small.h"

#include <math.h>
#include <stdlib.h>

#include "cmd/columns/column.h"

enum { LEAST = 10, SHARE_OF_BUDGET = 10, SHARE_OF_GROWTH = 1000 };

/* The smallest changes that are listed, by msim_common; 0: not known. */
struct floors {
    long double kept[MSIM_EVENTS_MAX], broken[MSIM_EVENTS_MAX];
};

static void lower(long double *floor, long double to)
{
    if (*floor == 0 || to < *floor)
        *floor = to;
}

/* Sets those of the column's events, and of their companions. */
static void set(struct floors *floors, const struct msim_sides *sides,
                const struct msim_judged *judged)
{
    const struct msim_common *common = &sides->common;
    const struct msim_judged_value *value = &judged->value;
    bool broken = judged->outcome == MSIM_WORSE || judged->outcome == MSIM_CONFLICT;
    long double growth = fabsl(value->fresh - value->base), work = fabsl(value->work);
    long double change = growth > work ? growth : work;
    struct msim_column column;
    if (!msim_judged_column(sides, judged, &column))
        return;
    for (size_t i = 0; i < common->events; i++) {
        const char *name = msim_companion(common->name[i]);
        if (!column.weight[common->base[i]])
            continue;
        size_t companion = name ? msim_common_event(common, name) : i;
        size_t event[] = {i, companion};
        for (int k = 0; k < 2; k++) {
            if (event[k] == common->events)
                continue;
            lower(&floors->kept[event[k]], judged->allowed / SHARE_OF_BUDGET);
            if (broken)
                lower(&floors->broken[event[k]], change / SHARE_OF_GROWTH);
        }
    }
    msim_column_free(&column);
}

static long double floor_of(const struct floors *floors, size_t event)
{
    if (floors->broken[event] > 0)
        return floors->broken[event];
    return floors->kept[event] > LEAST ? floors->kept[event] : LEAST;
}

static bool is_small(const struct msim_changes *changes, const struct msim_change *change,
                     const struct floors *floors, size_t events)
{
    for (size_t i = 0; i < events; i++) {
        long double by = fabsl((long double)change->fresh[i] - (long double)change->base[i]);
        if (changes->watched[i] && by > 0 && by >= floor_of(floors, i))
            return false;
    }
    return true;
}

static void find_floors(struct floors *floors, const struct msim_sides *sides,
                        const struct msim_judgement *judgement)
{
    *floors = (struct floors){{0}, {0}};
    for (size_t i = 0; i < judgement->judgements; i++) {
        const struct msim_judged *judged = &judgement->judged[i];
        if (judged->budget->kind == MSIM_BUDGET_GROWTH)
            set(floors, sides, judged);
    }
}

void msim_changes_leave_out_small(struct msim_changes *changes, const struct msim_sides *sides,
                                  const struct msim_judgement *judgement)
{
    struct floors floors;
    size_t events = sides->common.events, small = 0, kept = 0;
    find_floors(&floors, sides, judgement);
    for (size_t i = 0; i < changes->changes; i++)
        small += is_small(changes, &changes->change[i], &floors, events);
    if (small == changes->changes && msim_is_worse(msim_verdict(judgement)))
        return;
    for (size_t i = 0; i < events; i++)
        changes->least[i] = floor_of(&floors, i);
    for (size_t i = 0; i < changes->changes; i++) {
        struct msim_change change = changes->change[i];
        if (is_small(changes, &change, &floors, events))
            free(change.base);
        else
            changes->change[kept++] = change;
    }
    changes->changes = kept;
    changes->small += small;
}

enum { PART_OF = 20 };

/* True: a change counts by its part that is work. */
static bool is_by_work(const struct msim_judged *judged)
{
    return judged->value.has_work && judged->budget->of == MSIM_OF_WORK;
}

/* By how much an event's total changed. */
static uint64_t change_of(const struct msim_sides *sides, size_t event)
{
    const struct msim_common *common = &sides->common;
    int64_t by =
        sides->totals[0].fresh[common->fresh[event]] - sides->totals[0].base[common->base[event]];
    return (uint64_t)(by < 0 ? -by : by);
}

/* Watches the events of a column that grew or shrank: those of work where there are such.  Those
 * that have less than a twentieth of the largest one's change do not matter. */
static void watch(struct msim_changes *changes, const struct msim_sides *sides,
                  const struct msim_judged *judged)
{
    const struct msim_common *common = &sides->common;
    struct msim_column column;
    if (!msim_judged_column(sides, judged, &column))
        return;
    size_t event[MSIM_EVENTS_MAX], events = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < common->events; i++) {
        const char *companion = is_by_work(judged) ? msim_companion(common->name[i]) : NULL;
        size_t of = companion ? msim_common_event(common, companion) : i;
        if (!column.weight[common->base[i]] || of == common->events)
            continue;
        event[events++] = of;
        most = change_of(sides, of) > most ? change_of(sides, of) : most;
    }
    for (size_t i = 0; i < events; i++)
        if (change_of(sides, event[i]) >= most / PART_OF)
            changes->watched[event[i]] = true;
    msim_column_free(&column);
}

void msim_watch(struct msim_changes *changes, const struct msim_sides *sides,
                const struct msim_judgement *judgement)
{
    for (size_t i = 0; i < sides->common.events; i++)
        changes->watched[i] = msim_is_work(sides->common.name[i]);
    for (size_t i = 0; i < judgement->judgements; i++) {
        enum msim_outcome outcome = judgement->judged[i].outcome;
        if (outcome == MSIM_WORSE || outcome == MSIM_CONFLICT || outcome == MSIM_BETTER)
            watch(changes, sides, &judgement->judged[i]);
    }
}
