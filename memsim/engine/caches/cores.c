/* SPDX-License-Identifier: GPL-2.0-or-later */
/* References of cores.h that a front does not answer, and times. */
#include "cores.h"

static void add(struct msim_shared_counts *counts, const struct msim_sharing *sharing)
{
    uint64_t *count = counts->count;
    if (sharing->miss == MSIM_SHARING_TRUE)
        count[0] = 1;
    if (sharing->miss == MSIM_SHARING_FALSE)
        count[MSIM_FALSE_SHARED - MSIM_TRUE_SHARED] = 1;
    if (sharing->from < MSIM_CORES_MAX)
        count[MSIM_FROM_CORE - MSIM_TRUE_SHARED] = 1;
    count[MSIM_INVALIDATED - MSIM_TRUE_SHARED] += sharing->invalidated;
}

/* The line that came replaced another, which is written on if it was dirty. */
static void put_left(const struct msim_core_set *set, const struct msim_sharing *part)
{
    const struct msim_port *port = &set->core[set->on].data;
    const struct msim_port_lines *lines = &port->lines;
    unsigned shift = port->cache.shift;
    if (!lines->left || !lines->left_dirty)
        return;
    msim_misses_report(set->lines, MSIM_LINE_LEFT_DIRTY | part->kind, (lines->left - 1) << shift,
                       UINT32_C(1) << shift, part->site);
    msim_misses_drain(set->lines);
}

/* A part of a write, which lies in one line: if D1 lacks that, it brings in nothing, and others lose
 * theirs.  False: D1 has it. */
static bool pass(const struct msim_core_set *set, struct msim_sharing *part, uint64_t granule,
                 uint32_t *now, unsigned *missed)
{
    struct msim_port *port = &set->core[set->on].data;
    if (!set->passes_writes || part->kind != MSIM_WRITE || msim_port_has(port, granule))
        return false;
    *missed |= msim_port_pass(port, ++*now, granule);
    msim_coherence_pass(set->coherence, part, part->first, part->first + part->size - 1);
    return true;
}

unsigned msim_cores_touch(const struct msim_core_set *set, struct msim_sharing what, uint32_t *now,
                          uint64_t last, struct msim_shared_counts *counts)
{
    struct msim_port *port = &set->core[set->on].data;
    uint64_t granule = what.first >> port->shift, end = last >> port->shift;
    unsigned missed = 0;
    what.core = set->on;
    for (; granule <= end; granule++) {
        struct msim_sharing part = what;
        uint64_t behind = granule < end ? (granule + 1) << port->shift : last + 1;
        part.size = (uint32_t)(behind - part.first);
        what.first = behind;
        if (pass(set, &part, granule, now, &missed)) {
            add(counts, &part);
            continue;
        }
        unsigned own = msim_port_granule(port, ++*now, granule);
        if (set->lines && own & MSIM_MISS_CACHE)
            put_left(set, &part);
        msim_coherence_access(set->coherence, &part, own & MSIM_MISS_CACHE);
        missed |= own | (part.from < MSIM_CORES_MAX ? MSIM_MISS_FROM_CORE : 0);
        add(counts, &part);
        what.taken_before |= part.from < MSIM_CORES_MAX;
        if (part.miss != MSIM_SHARING_NONE && what.missed_before != MSIM_SHARING_TRUE)
            what.missed_before = part.miss;
    }
    /* A reference has at most one miss: it shares truly if any of its units is. */
    if (counts->count[0])
        counts->count[MSIM_FALSE_SHARED - MSIM_TRUE_SHARED] = 0;
    return missed;
}

uint32_t msim_cores_renumber(struct msim_core_set *set)
{
    uint32_t now = 0;
    for (uint32_t core = 0; core < set->used; core++) {
        uint32_t instr = msim_port_renumber(&set->core[core].instr);
        uint32_t data = msim_port_renumber(&set->core[core].data);
        uint32_t last = instr > data ? instr : data;
        now = last > now ? last : now;
    }
    return now;
}
