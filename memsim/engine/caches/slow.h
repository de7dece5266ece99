/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the loop (sim.c) hands over: what the front does not know, access by access (slow.c) or as
 * code (code.c), and events (events.c).  The time is in the simulator: `sim->now` is that of the
 * last reference.
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

/* References the accesses from number `access` on that belong to instructions before `instr`.
 * Returns the number of the next one. */
unsigned msim_slow_accesses(struct msim_sim *sim, const struct msim_segment *segment,
                            unsigned access, unsigned instr, const uint64_t *record,
                            uint64_t before);

/* The fetch of an instruction missed, or is watched. */
void msim_slow_fetched(struct msim_sim *sim, const struct msim_segment *segment, unsigned number,
                       uint64_t address, uint64_t before, unsigned missed);
