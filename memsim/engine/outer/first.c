/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The prefetchers of first.h. */
#include "first.h"

#include "engine/arrays/dirty.h"

/* Outer levels are done with what was reported, if they change what is in D1. */
static void pass_on(const struct msim_first *first)
{
    if (first->at_once)
        msim_misses_drain(first->queue);
}

/* What was used, and what went. */
static void report_events(const struct msim_first *first)
{
    struct msim_marks *marks = first->port->marks;
    for (uint32_t i = 0; i < marks->used; i++)
        msim_misses_report(first->queue, marks->event[i].used ? MSIM_AHEAD_USED : MSIM_AHEAD_UNUSED,
                           marks->event[i].slot, 0, 0);
    marks->used = 0;
}

void msim_first_report(const struct msim_first *first, uint64_t from, uint32_t size,
                       enum msim_kind kind)
{
    struct msim_marks *marks = first->port->marks;
    report_events(first);
    if (marks->missed)
        msim_misses_report(first->queue, MSIM_AHEAD_PLAIN, from, size, kind);
    marks->missed = false;
}

/* The block comes into D1; the reports of whoever asks. */
static void bring(const struct msim_first *first, uint64_t block, uint32_t site, uint32_t *now,
                  unsigned redundant, unsigned placed)
{
    struct msim_port *port = first->port;
    const struct msim_outer_sharing *sharing = first->sharing;
    if (msim_array_find(&port->cache, block) != MSIM_NO_SLOT) {
        msim_misses_report(first->queue, redundant, 0, 0, site);
        return;
    }
    const struct msim_ref by = {block << port->cache.shift, site, 0, MSIM_READ, 0};
    bool from_core = sharing && sharing->reads_line(sharing->self, &by, block);
    int64_t slot = msim_port_bring(port, ++*now, block);
    if (sharing)
        sharing->has_line(sharing->self, slot, block);
    report_events(first);
    if (port->cache.dirty && port->lines.left_dirty)
        msim_misses_report(first->queue, MSIM_LINE_LEFT_DIRTY | MSIM_READ,
                           (port->lines.left - 1) << port->cache.shift, 1u << port->cache.shift,
                           site);
    msim_misses_report(first->queue, placed, (uint64_t)slot, 0, site);
    msim_misses_report(first->queue, from_core ? MSIM_AHEAD_SUPPLIED : MSIM_AHEAD_ASKED,
                       block << port->cache.shift, 1u << port->cache.shift, site);
    pass_on(first);
}

void msim_first_hint(const struct msim_first *first, uint64_t address, uint32_t site, bool for_l2,
                     uint32_t *now)
{
    uint64_t block = address >> first->port->cache.shift;
    if (!for_l2 || !first->has_l2) {
        bring(first, block, site, now, MSIM_HINT_REDUNDANT, MSIM_HINT_PLACED);
        return;
    }
    bool has = msim_array_find(&first->port->cache, block) != MSIM_NO_SLOT;
    msim_misses_report(first->queue, has ? MSIM_HINT_L2_REDUNDANT : MSIM_HINT_L2, address, 0, site);
    pass_on(first);
}

/* The lines of these bytes leave the port's cache; dirty ones are written further on.  True: one was
 * there. */
static bool lose(const struct msim_first *first, struct msim_port *port, uint64_t from,
                 uint64_t last, uint32_t site)
{
    struct msim_array *cache = &port->cache;
    bool any = false;
    if (!port->has_cache)
        return false;
    for (uint64_t line = from >> cache->shift; line <= last >> cache->shift; line++) {
        int64_t slot = msim_array_find(cache, line);
        if (slot != MSIM_NO_SLOT && first->sharing && port == first->port)
            first->sharing->has_line(first->sharing->self, slot, MSIM_NO_BLOCK);
        if (port->marks)
            msim_marks_lose(port->marks, line);
        if (slot != MSIM_NO_SLOT && cache->dirty && msim_dirty_leave(cache, (uint64_t)slot))
            msim_misses_report(first->queue, MSIM_LINE_WRITTEN | MSIM_WRITE, line << cache->shift,
                               1u << cache->shift, site);
        any |= msim_port_lose(port, line, MSIM_LINE_PAST);
        if (port->marks)
            msim_marks_lost(port->marks, slot);
    }
    return any;
}

unsigned msim_first_store(struct msim_first *first, uint64_t address, uint32_t size, uint32_t site,
                          bool had, uint32_t *now)
{
    struct msim_port *port = first->port;
    uint64_t last = address + size - 1;
    uint64_t from = address >> MSIM_BUFFER_SHIFT << MSIM_BUFFER_SHIFT;
    uint64_t to = last | ((1 << MSIM_BUFFER_SHIFT) - 1);
    unsigned missed = 0;
    had |= lose(first, first->instr, from, to, site);
    had |= lose(first, port, from, to, site);
    for (uint64_t granule = address >> port->shift; granule <= last >> port->shift; granule++)
        missed |= msim_port_pass(port, ++*now, granule);
    report_events(first);
    msim_misses_report(first->queue, had ? MSIM_STORE_PAST_HAD : MSIM_STORE_PAST, address, size,
                       site);
    pass_on(first);
    first->stored = true;
    return missed & ~(unsigned)MSIM_MISS_CACHE;
}

void msim_first_fence(struct msim_first *first)
{
    if (first->stored)
        msim_misses_report(first->queue, MSIM_STORE_FENCE, 0, 0, 0);
    first->stored = false;
    pass_on(first);
}

void msim_first_follow(const struct msim_first *first, const struct msim_demand *demand,
                       uint32_t *now)
{
    uint64_t block[MSIM_PREFETCHES];
    const struct msim_prefetching *with = &first->with;
    for (unsigned i = 0; i < with->used; i++) {
        unsigned used = with->choice[i].prefetcher->see(with->self[i], demand, block);
        for (unsigned k = 0; k < used; k++)
            bring(first, block[k], demand->site, now, MSIM_AHEAD_REDUNDANT, MSIM_AHEAD_PLACED);
    }
}
