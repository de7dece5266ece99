/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of kinds.h. */
#include "kinds.h"

enum { FIRST_ROOM = 4096 };

static uint16_t kind_of_event(uint32_t event)
{
    switch (event) {
    case MSIM_EVENT_THREAD:
    case MSIM_EVENT_TASK:
    case MSIM_EVENT_FORK:
        return MSIM_ORDER_TASKS;
    case MSIM_EVENT_HEAP:
    case MSIM_EVENT_POOL:
    case MSIM_EVENT_MAP:
    case MSIM_EVENT_UNMAP:
    case MSIM_EVENT_MOVE:
    case MSIM_EVENT_PROTECT:
    case MSIM_EVENT_PART:
        return MSIM_ORDER_SHARED;
    default:
        return 0;
    }
}

static uint16_t kind_of_segment(const struct msim_segment *segment)
{
    unsigned kind = segment->instrs_used - segment->continued;
    for (unsigned i = 0; i < segment->instrs_used; i++)
        if (segment->instrs[i].how & MSIM_INSTR_PAUSE)
            kind = MSIM_ORDER_PAUSES;
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (segment->accesses[i].write || segment->accesses[i].modify)
            kind |= MSIM_ORDER_STORES;
    return (uint16_t)(segment->continued ? kind | MSIM_ORDER_GOES_ON : kind);
}

/* The old table is not given back: nothing in the engine is. */
static void make_room(struct msim_order_kinds *kinds, uint32_t used)
{
    const uint16_t *old = kinds->kind;
    if (used <= kinds->room)
        return;
    while (used > kinds->room)
        kinds->room *= 2;
    kinds->kind = msim_get(kinds->mem, kinds->room * sizeof *old, 64);
    for (uint32_t i = 0; i < kinds->used; i++)
        kinds->kind[i] = old[i];
}

void msim_order_kinds_init(struct msim_order_kinds *kinds, const struct msim_mem *mem,
                           const struct msim_dict *dict)
{
    *kinds = (struct msim_order_kinds){.mem = mem, .dict = dict, .room = FIRST_ROOM};
    kinds->kind = msim_get(mem, FIRST_ROOM * sizeof *kinds->kind, 64);
    for (uint32_t event = 0; event < MSIM_EVENTS; event++)
        kinds->kind[kinds->used++] = kind_of_event(event);
}

void msim_order_kinds_extend(struct msim_order_kinds *kinds)
{
    uint32_t used = MSIM_EVENTS + kinds->dict->segments.used;
    make_room(kinds, used);
    for (; kinds->used < used; kinds->used++)
        kinds->kind[kinds->used] =
            kind_of_segment(msim_dict_segment_at(kinds->dict, kinds->used - MSIM_EVENTS));
}
