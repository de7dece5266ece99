/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways of ways.h. */
#include "ways.h"

#include <stddef.h>

#include "engine/machine/cycles.h"
#include "engine/machine/machines.h"
#include "front.h"

enum {
    STRETCH = 6, /* 64 cycles */
    WAIT = 8,    /* stretches */
    ROW_SHIFT = 13 - MSIM_LINE_SHIFT,
    USUAL_L2 = 14,
    USUAL_L3 = 46,
    USUAL_MEMORY = 300,
    USUAL_L2TLB = 7,
    USUAL_WALK = 40
};

/* The time of all begins then, so that it is never less than what a core is behind. */
#define BEGINNING (UINT64_C(1) << 32)

/* What is unknown of the machine is that of the machine whose core it has, or usual. */
static void set_latencies(struct msim_ways *ways, const struct msim_machine *machine)
{
    static const uint32_t usual[MSIM_LATENCIES] = {
        [MSIM_LATENCY_L2] = USUAL_L2,         [MSIM_LATENCY_L3] = USUAL_L3,
        [MSIM_LATENCY_MEMORY] = USUAL_MEMORY, [MSIM_LATENCY_L2TLB] = USUAL_L2TLB,
        [MSIM_LATENCY_WALK] = USUAL_WALK,     [MSIM_LATENCY_TRANSFER] = MSIM_USUAL_TRANSFER};
    const struct msim_named_machine *named =
        machine->core_name ? msim_named_machine(machine->core_name) : NULL;
    const uint32_t *own = named ? named->machine.latency : usual;
    for (unsigned i = 0; i < MSIM_LATENCIES; i++)
        ways->latency[i] = machine->latency[i] ? machine->latency[i] : own[i] ? own[i] : usual[i];
    uint32_t transfer = msim_cycles_transfer(machine);
    if (transfer && !machine->latency[MSIM_LATENCY_TRANSFER] && !own[MSIM_LATENCY_TRANSFER])
        ways->latency[MSIM_LATENCY_TRANSFER] = transfer;
}

void msim_ways_init(struct msim_ways *ways, const struct msim_mem *mem,
                    const struct msim_machine *machine, const struct msim_probe *probe)
{
    ways->core = &machine->core;
    ways->probe = *probe;
    set_latencies(ways, machine);
    ways->row = msim_get(mem, MSIM_ROWS * sizeof *ways->row, 8);
    for (unsigned level = MSIM_WAIT_L2; level <= MSIM_WAIT_MEMORY; level++)
        msim_buckets_init(&ways->way[level], mem, STRETCH, 1 << STRETCH);
    for (unsigned i = 0; ways->core->l2_bank && i < MSIM_BANKS; i++)
        msim_buckets_init(&ways->bank[i], mem, STRETCH, 1 << STRETCH);
    for (unsigned i = 0; ways->core->l2_bank && i < MSIM_BACK_BANKS; i++)
        msim_buckets_init(&ways->back[i], mem, STRETCH + 1, 1 << STRETCH);
}

void msim_ways_several(struct msim_ways *ways, const struct msim_mem *mem)
{
    ways->handed = msim_get(mem, MSIM_HANDED * sizeof *ways->handed, 64);
}

void msim_ways_join(struct msim_ways *ways, const struct msim_ways *first,
                    const struct msim_ways *near)
{
    ways->handed = first->handed;
    if (!near)
        return;
    ways->way[MSIM_WAIT_MEMORY] = near->way[MSIM_WAIT_MEMORY];
    ways->row = near->row;
}

void msim_ways_meet(struct msim_ways *ways, uint64_t time, uint64_t all)
{
    ways->ahead = BEGINNING + all - time;
}

uint32_t msim_ways_latency(const struct msim_ways *ways, enum msim_cause from)
{
    switch (from) {
    case MSIM_WAIT_L2:
        return ways->latency[MSIM_LATENCY_L2];
    case MSIM_WAIT_L3:
        return ways->latency[MSIM_LATENCY_L3];
    case MSIM_WAIT_MEMORY:
        return ways->latency[MSIM_LATENCY_MEMORY];
    case MSIM_WAIT_CORE:
        return ways->latency[MSIM_LATENCY_TRANSFER];
    default:
        return ways->core->load;
    }
}

/* True: the row was one of those used last; it is the last one now. */
static bool open_row(struct msim_ways *ways, uint64_t line)
{
    if (ways->probe.physical)
        line = ways->probe.physical(ways->probe.self, line);
    return msim_move_to_front(ways->row, MSIM_ROWS, (line >> ROW_SHIFT) + 1);
}

static uint32_t units_of(struct msim_ways *ways, enum msim_cause from, uint64_t line)
{
    if (from == MSIM_WAIT_L2)
        return ways->core->l2_rate;
    if (from == MSIM_WAIT_L3)
        return ways->core->l3_rate;
    return open_row(ways, line) ? ways->core->memory_rate : ways->core->memory_row;
}

uint64_t msim_ways_take_back(struct msim_ways *ways, uint64_t time, uint64_t line)
{
    uint32_t units = ways->core->l2_bank;
    struct msim_buckets *back = &ways->back[line % MSIM_BACK_BANKS];
    if (!units)
        return time;
    return msim_buckets_take(back, time + ways->ahead, units) - ways->ahead +
           ways->latency[MSIM_LATENCY_L2];
}

uint64_t msim_ways_send(struct msim_ways *ways, enum msim_cause from, uint64_t time, uint64_t line)
{
    if (from == MSIM_WAIT_CORE && ways->handed)
        return msim_handed_on(ways->handed, line, time + ways->ahead) - ways->ahead;
    if (from < MSIM_WAIT_L2 || from > MSIM_WAIT_MEMORY)
        return time;
    uint64_t all = time + ways->ahead;
    uint64_t sent = msim_buckets_take(&ways->way[from], all, units_of(ways, from, line));
    if (ways->core->l2_bank)
        sent = msim_later(
            sent, msim_buckets_take(&ways->bank[line % MSIM_BANKS], all, ways->core->l2_bank));
    return sent - ways->ahead;
}

bool msim_ways_await(const struct msim_ways *ways, enum msim_cause from, uint64_t *time)
{
    if (from < MSIM_WAIT_L2 || from > MSIM_WAIT_MEMORY)
        return true;
    const struct msim_buckets *way = &ways->way[from];
    uint32_t eighths = from == MSIM_WAIT_MEMORY ? 7 : 8;
    uint64_t begins = *time + ways->ahead, stretch = begins >> STRETCH;
    for (uint64_t last = stretch + WAIT; stretch < last; stretch++)
        if (8 * msim_buckets_used(way, stretch << STRETCH) < eighths * way->room) {
            *time = msim_later(begins, stretch << STRETCH) - ways->ahead;
            return true;
        }
    return false;
}
