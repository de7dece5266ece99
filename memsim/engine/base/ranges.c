/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sorted array of ranges.h. */
#include "ranges.h"
#include "engine/base/sort.h"

enum { FIRST_ROOM = 64 };

void msim_ranges_init(struct msim_ranges *ranges, const struct msim_mem *mem)
{
    *ranges = (struct msim_ranges){.mem = mem, .room = FIRST_ROOM};
    ranges->range = msim_get(mem, FIRST_ROOM * sizeof *ranges->range, 8);
}

uint32_t msim_ranges_search(const struct msim_ranges *ranges, uint64_t address)
{
    return (uint32_t)msim_keys_below(ranges->range, ranges->used, sizeof *ranges->range,
                                     offsetof(struct msim_range, last), address);
}

/* Makes room for one more.  The old array is not given back: nothing in the engine is. */
static void make_room(struct msim_ranges *ranges)
{
    const struct msim_range *old = ranges->range;
    if (ranges->used < ranges->room)
        return;
    ranges->room *= 2;
    ranges->range = msim_get(ranges->mem, ranges->room * sizeof *old, 8);
    for (uint32_t i = 0; i < ranges->used; i++)
        ranges->range[i] = old[i];
}

static void insert(struct msim_ranges *ranges, uint32_t at, const struct msim_range *range)
{
    make_room(ranges);
    for (uint32_t i = ranges->used++; i > at; i--)
        ranges->range[i] = ranges->range[i - 1];
    ranges->range[at] = *range;
}

static void drop(struct msim_ranges *ranges, uint32_t at)
{
    ranges->used--;
    for (uint32_t i = at; i < ranges->used; i++)
        ranges->range[i] = ranges->range[i + 1];
}

void msim_ranges_add(struct msim_ranges *ranges, const struct msim_range *range)
{
    uint32_t at = msim_ranges_search(ranges, range->first);
    struct msim_range *before = at ? &ranges->range[at - 1] : NULL;
    if (before && before->last + 1 == range->first && before->owner == range->owner)
        before->last = range->last;
    else
        insert(ranges, at, range);
}

bool msim_ranges_take(struct msim_ranges *ranges, uint64_t first, uint64_t last,
                      struct msim_range *taken)
{
    uint32_t at = msim_ranges_search(ranges, first);
    if (at == ranges->used || ranges->range[at].first > last)
        return false;
    struct msim_range whole = ranges->range[at];
    *taken = whole;
    if (whole.first < first)
        ranges->range[at++].last = (taken->first = first) - 1;
    else
        drop(ranges, at);
    if (whole.last > last) {
        taken->last = last;
        insert(ranges, at, &(struct msim_range){last + 1, whole.last, whole.owner});
    }
    return true;
}
