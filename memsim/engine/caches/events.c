/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Events of the stream: mappings, flushes, and what others take. */
#include "slow.h"

#include "stream/event.h"

/* A mapping changes which pages are huge.  Queued references precede it, so they are passed on
 * first. */
static void map_event(struct msim_sim *sim, const uint64_t *record)
{
    if (!msim_huge_reads(&sim->huge, record))
        return;
    msim_misses_drain(&sim->queue);
    sim->queue.receiver.mapping(sim->queue.receiver.self, record);
    if (!msim_huge_event(&sim->huge, record))
        return;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        msim_port_forget(&sim->cores.core[core].instr);
        msim_port_forget(&sim->cores.core[core].data);
    }
}

/* Instrumentation starts with empty caches. */
static void flush_event(struct msim_sim *sim, const uint64_t *record)
{
    if (msim_event_of(*record) != MSIM_EVENT_PART || !msim_part_flushes(sim->dict, record))
        return;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        msim_port_empty(&sim->cores.core[core].instr);
        msim_port_empty(&sim->cores.core[core].data);
    }
    if (sim->cores.coherence)
        msim_coherence_empty(sim->cores.coherence);
    for (unsigned side = 0; side < 2; side++) {
        if (sim->full_cache[side].companion)
            msim_companion_empty(sim->full_cache[side].companion);
        if (sim->full_tlb[side].companion)
            msim_companion_empty(sim->full_tlb[side].companion);
    }
    msim_prefetching_empty(&sim->first.with);
    msim_misses_mark(&sim->queue, MSIM_REF_FLUSH, 0, MSIM_FLUSH_LEVELS);
}

void msim_slow_event(struct msim_sim *sim, const uint64_t *record, uint64_t instructions)
{
    if (msim_event_of(*record) != MSIM_EVENT_THREAD) {
        map_event(sim, record);
        flush_event(sim, record);
    }
    msim_contexts_event(&sim->contexts, record, instructions);
    if (!sim->mapper.map)
        msim_parts_event(&sim->parts, record, instructions);
    else if (sim->mapper.event)
        sim->mapper.event(sim->mapper.self, record);
    if (sim->events.event)
        sim->events.event(sim->events.self, record, instructions);
}
