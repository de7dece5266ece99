/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the loop (sim.c) hands over: what the front does not know, access by access (slow.c) or as
 * code (code.c), events (slow.c), and lines that are followed (followed.c).  The time is in the
 * simulator: `sim->now` is that of the last reference.
 */
#pragma once

#include "make.h"

/* References a run that the front does not know as one granule: it lies in two, or it is a granule
 * that the front does not know at all.  Its time is `now`; returns the time after it. */
uint32_t msim_slow_run(struct msim_sim *sim, const struct msim_run *run, const uint64_t *record,
                       uint32_t now, uint64_t instructions);

/* References a record access by access.  `instructions`: begun until its end, here and below. */
void msim_slow_segment(struct msim_sim *sim, const uint64_t *record, uint64_t instructions);

/* References the code of a record, which the front does not know.  True: its data remains to be
 * referenced; else that has been done, too. */
bool msim_slow_code(struct msim_sim *sim, const struct msim_hot *hot, const uint64_t *record,
                    uint64_t instructions);

/* Takes an event of the stream. */
void msim_slow_event(struct msim_sim *sim, const uint64_t *record, uint64_t instructions);

/* --- For each other ------------------------------------------------------------------------ */

static inline const struct msim_segment *msim_slow_segment_of(const struct msim_sim *sim,
                                                              const uint64_t *record)
{
    return msim_dict_segment_at(sim->dict, msim_header_segment(*record));
}

/* Instructions begun before the record. */
static inline uint64_t msim_slow_before(const struct msim_segment *segment, uint64_t instructions)
{
    return instructions - segment->instrs_used + segment->continued;
}

/* True: the observer of pages must see this reference. */
static inline bool msim_slow_shows(const struct msim_sim *sim, unsigned missed, uint64_t first,
                                   uint32_t size)
{
    uint64_t page = first >> MSIM_PAGE_SHIFT, last = (first + size - 1) >> MSIM_PAGE_SHIFT;
    if (!(missed & (MSIM_MISS_TLB | MSIM_WATCHED)) || !sim->pages.touch)
        return false;
    if (missed & MSIM_WATCHED || page != last)
        return true;
    uint8_t byte = *msim_pageset_at(sim->pages.pages, page);
    return (byte & sim->pages.mask) != sim->pages.known;
}

/* What is queued next belongs to the context that counts. */
static inline void msim_slow_mark_context(struct msim_sim *sim)
{
    if (sim->contexts.number != sim->contexts.queued)
        msim_misses_mark(&sim->queue, MSIM_REF_CONTEXT, sim->contexts.queued = sim->contexts.number,
                         0);
}

/* References the accesses from number `access` on that belong to instructions before `instr`.
 * Returns the number of the next one. */
unsigned msim_slow_accesses(struct msim_sim *sim, const struct msim_segment *segment,
                            unsigned access, unsigned instr, const uint64_t *record,
                            uint64_t before);

/* The fetch of an instruction missed, or is watched. */
void msim_slow_fetched(struct msim_sim *sim, const struct msim_segment *segment, unsigned number,
                       uint64_t address, uint64_t before, unsigned missed);

/* --- Lines that are followed (followed.c) ------------------------------------------------------ */

/* Whose reference it is: where it counts, and whether it writes. */
struct msim_line_user {
    uint32_t site;
    enum msim_kind kind;
    bool writes;
};

/* As msim_port_touch() of the data side. */
unsigned msim_followed_touch(struct msim_sim *sim, const struct msim_line_user *user,
                             uint64_t first, uint64_t last);

/* The same of the side of instructions. */
unsigned msim_followed_fetch(struct msim_sim *sim, uint32_t site, uint64_t first, uint64_t last);

/* A run in one granule, which the front did not know, was just referenced. */
void msim_followed_run(struct msim_sim *sim, const struct msim_run *run, const uint64_t *record,
                       uint64_t granule);

/* With write-through, an access was referenced, and what it missed is queued: if it writes, the
 * write goes on. */
void msim_followed_written(struct msim_sim *sim, uint32_t site, const struct msim_access *access,
                           uint64_t first, uint32_t size, unsigned missed);

/* First levels are about to be emptied. */
void msim_followed_empty(struct msim_sim *sim);

/* True: in each level, what became dirty has left it, or is in it still. */
bool msim_followed_add_up(const struct msim_sim *sim);

/* Bytes that are dirty in some level, each once. */
uint64_t msim_followed_dirty(struct msim_sim *sim);

/* As msim_port_hit(); a write is answered only if the line is dirty. */
static inline bool msim_followed_hit(const struct msim_port *port, uint32_t *stamp, uint32_t now,
                                     uint64_t granule, uint64_t last, bool writes)
{
    uint64_t entry = port->front[granule & (MSIM_FRONT_SIZE - 1)];
    if (granule != last || !msim_cores_answers(entry, granule, writes))
        return false;
    uint32_t slots = (uint32_t)entry;
    stamp[slots & 0xffff] = now;
    stamp[slots >> 16] = now;
    return true;
}

/* True: the front knows that the lines of the granule and the next one are dirty. */
static inline bool msim_followed_owned_two(const struct msim_port *port, uint64_t granule)
{
    return msim_cores_slots(port, granule, true) && msim_cores_slots(port, granule + 1, true);
}
