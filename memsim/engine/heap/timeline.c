/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshots of timeline.h. */
#include "timeline.h"

void msim_timeline_init(struct msim_timeline *timeline, const struct msim_mem *mem,
                        struct msim_forest *forest, uint32_t most, uint32_t detailed_freq)
{
    *timeline = (struct msim_timeline){
        .forest = forest, .most = most, .detailed_freq = detailed_freq, .min_gap = 0};
    timeline->snapshots = msim_get(mem, most * sizeof *timeline->snapshots, 8);
}

bool msim_timeline_wants_tree(const struct msim_timeline *timeline)
{
    return timeline->since_detailed + 1 >= timeline->detailed_freq;
}

/* The time between the snapshots before and after this one. */
static uint64_t span(const struct msim_timeline *timeline, uint32_t at)
{
    return timeline->snapshots[at + 1].time - timeline->snapshots[at - 1].time;
}

static void remove_closest(struct msim_timeline *timeline)
{
    uint32_t closest = 1;
    for (uint32_t i = 2; i + 1 < timeline->used; i++)
        if (span(timeline, i) < span(timeline, closest))
            closest = i;
    msim_tree_give_back(timeline->forest, timeline->snapshots[closest].tree);
    timeline->used--;
    for (uint32_t i = closest; i < timeline->used; i++)
        timeline->snapshots[i] = timeline->snapshots[i + 1];
}

/* At least 1: otherwise a moment with very many changes would fill the timeline. */
static uint64_t smallest_gap(const struct msim_timeline *timeline)
{
    uint64_t smallest = UINT64_MAX;
    for (uint32_t i = 1; i < timeline->used; i++) {
        uint64_t gap = timeline->snapshots[i].time - timeline->snapshots[i - 1].time;
        smallest = gap < smallest ? gap : smallest;
    }
    return smallest ? smallest : 1;
}

void msim_timeline_add(struct msim_timeline *timeline, const struct msim_snapshot *snapshot)
{
    timeline->since_detailed = snapshot->tree ? 0 : timeline->since_detailed + 1;
    timeline->snapshots[timeline->used++] = *snapshot;
    if (timeline->used < timeline->most)
        return;
    while (timeline->used > timeline->most / 2)
        remove_closest(timeline);
    timeline->min_gap = smallest_gap(timeline);
}
