/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which addresses lie in pages of 2 MB.
 *
 * Pages of 2 MB have their own TLBs (machine.huge_level), and nothing else changes: each 4 KB are
 * huge or small, and their addresses are translated by the 2 MB around them or by their small page.
 *
 *     MSIM_HUGE_ALL     all addresses
 *     MSIM_HUGE_RANGE   huge_first to huge_last
 *     MSIM_HUGE_HEAP    the break and private anonymous mappings, from the events
 *
 * Invariant: ranges do not touch each other; each begins and ends at a multiple of 4 KB.
 * Cost: a search among the ranges for each reference that the front does not know.  The range found
 * last is tried first.
 */
#pragma once

#include "engine/base/ranges.h"
#include "engine/machine/geometry.h"
#include "stream/dict.h"
#include "stream/event.h"

struct msim_huge_map {
    enum msim_huge huge;
    const struct msim_dict *dict;
    struct msim_ranges ranges;
    uint32_t found; /* the range found last */
};

void msim_huge_init(struct msim_huge_map *map, const struct msim_mem *mem,
                    const struct msim_dict *dict, const struct msim_machine *machine);

/* True: this event can change what is huge. */
static inline bool msim_huge_reads(const struct msim_huge_map *map, const uint64_t *record)
{
    enum msim_event event = msim_event_of(*record);
    return map->huge == MSIM_HUGE_HEAP && event >= MSIM_EVENT_MAP && event <= MSIM_EVENT_MOVE;
}

/* Takes such an event; false: nothing changed. */
bool msim_huge_event(struct msim_huge_map *map, const uint64_t *record);

static inline bool msim_huge_has(struct msim_huge_map *map, uint64_t address)
{
    if (map->huge == MSIM_HUGE_ALL)
        return true;
    const struct msim_ranges *ranges = &map->ranges;
    if (map->found >= ranges->used || address < ranges->range[map->found].first ||
        address > ranges->range[map->found].last)
        map->found = msim_ranges_search(ranges, address);
    return map->found < ranges->used && address >= ranges->range[map->found].first;
}

/* Reads none, heap, all or FIRST-LAST, two addresses in hexadecimal with 0x.  NULL: done; else what
 * is wrong. */
const char *msim_huge_read(const char *text, struct msim_machine *machine);
