/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of samepages.h. */
#include "samepages.h"

enum { FIRST_ROOM = 64, RANGES_MAX = 2 };

void msim_order_mappings_init(struct msim_order_mappings *mappings, const struct msim_mem *mem)
{
    *mappings = (struct msim_order_mappings){.mem = mem, .room = FIRST_ROOM};
    mappings->mapping = msim_get(mem, FIRST_ROOM * sizeof *mappings->mapping, 8);
}

bool msim_order_is_of_mappings(const uint64_t *record)
{
    enum msim_event event = msim_event_of(*record);
    return event == MSIM_EVENT_MAP || event == MSIM_EVENT_UNMAP || event == MSIM_EVENT_MOVE ||
           event == MSIM_EVENT_PROTECT;
}

static unsigned ranges_of(const uint64_t *record, struct msim_order_mapping *range)
{
    if (msim_event_of(*record) != MSIM_EVENT_MOVE) {
        range[0] = (struct msim_order_mapping){.first = record[1], .end = record[2]};
        return 1;
    }
    range[0] = (struct msim_order_mapping){.first = record[1], .end = record[1] + record[3]};
    range[1] = (struct msim_order_mapping){.first = record[2], .end = record[2] + record[3]};
    return 2;
}

static bool waits(const struct msim_order_mapping *mapping)
{
    return mapping->thread->queue.taken < mapping->position;
}

static void forget_those_that_ran(struct msim_order_mappings *mappings)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < mappings->used; i++)
        if (waits(&mappings->mapping[i]))
            mappings->mapping[kept++] = mappings->mapping[i];
    mappings->used = kept;
}

void msim_order_mappings_gates(struct msim_order_mappings *mappings, struct msim_order_gates *gates,
                               struct msim_order_thread *thread, const uint64_t *record)
{
    struct msim_order_mapping range[RANGES_MAX];
    unsigned ranges = ranges_of(record, range);
    forget_those_that_ran(mappings);
    for (uint64_t i = 0; i < mappings->used; i++) {
        const struct msim_order_mapping *other = &mappings->mapping[i];
        bool overlaps = false;
        for (unsigned k = 0; k < ranges; k++)
            overlaps |= other->first < range[k].end && range[k].first < other->end;
        if (overlaps && other->thread != thread)
            msim_order_gate_after(gates, thread, other->thread, other->position, false);
    }
}

/* The old list is not given back: nothing in the engine is. */
static void make_room(struct msim_order_mappings *mappings)
{
    const struct msim_order_mapping *old = mappings->mapping;
    if (mappings->used < mappings->room)
        return;
    mappings->room *= 2;
    mappings->mapping = msim_get(mappings->mem, mappings->room * sizeof *old, 8);
    for (uint64_t i = 0; i < mappings->used; i++)
        mappings->mapping[i] = old[i];
}

void msim_order_mappings_note(struct msim_order_mappings *mappings,
                              const struct msim_order_thread *thread, const uint64_t *record)
{
    struct msim_order_mapping range[RANGES_MAX];
    unsigned ranges = ranges_of(record, range);
    for (unsigned k = 0; k < ranges; k++) {
        make_room(mappings);
        range[k].thread = thread;
        range[k].position = thread->queue.put;
        mappings->mapping[mappings->used++] = range[k];
    }
}
