/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Choosing events; see watched.h. */
#include "watched.h"

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
