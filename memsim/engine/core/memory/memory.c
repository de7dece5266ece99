/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The times of memory.h. */
#include "memory.h"

#include <stddef.h>

/* The core's own prefetchers ask for nothing. */
static void quieten(struct msim_memory *memory, const struct msim_mem *mem)
{
    struct msim_core *core = msim_get(mem, sizeof *core, 8);
    *core = *memory->core;
    core->stride = core->stream = 0;
    memory->prefetchers.core = core;
    memory->in_caches = true;
}

void msim_memory_init(struct msim_memory *memory, const struct msim_mem *mem,
                      const struct msim_machine *machine, const struct msim_probe *probe)
{
    memory->core = &machine->core;
    memory->sets =
        machine->level[MSIM_D1].units ? msim_geometry_sets(MSIM_D1, &machine->level[MSIM_D1]) : 1;
    msim_ways_init(&memory->ways, mem, machine, probe);
    msim_prefetchers_init(&memory->prefetchers, mem, &memory->ways);
    if (msim_prefetches(machine))
        quieten(memory, mem);
}

/* --- Misses --------------------------------------------------------------------------------- */

/* Of `used` the one that became free last before `time`, so that earlier ones stay free for those
 * that ask for earlier times; if none is free, the first to be so. */
static uint64_t *take_free(uint64_t *at, uint32_t used, uint64_t time)
{
    uint64_t *first = at, *last = at;
    for (uint32_t i = 1; i < used; i++) {
        if (at[i] < *first)
            first = &at[i];
        if (at[i] <= time && (at[i] > *last || *last > time))
            last = &at[i];
    }
    return *last <= time ? last : first;
}

/* When a miss of this line's set may begin. */
static uint64_t take_set(struct msim_memory *memory, uint64_t time, uint64_t line)
{
    uint32_t between = memory->core->same_set;
    if (!between)
        return time;
    uint64_t set = line % memory->sets, stretch = time / between;
    for (;; stretch++) {
        uint64_t key = stretch * memory->sets + set + 1;
        uint64_t *taken = &memory->set_taken[(key ^ key >> 12) % MSIM_SETS];
        if (*taken == key)
            continue;
        *taken = key;
        return msim_later(time, stretch * between);
    }
}

/* The line comes from its level: takes a register and the way. */
static void ask(struct msim_memory *memory, uint64_t time, uint64_t line, enum msim_cause from,
                struct msim_wait *wait)
{
    uint64_t *free = take_free(memory->miss_free, memory->core->misses, time);
    uint64_t begins = take_set(memory, msim_later(time, *free), line);
    uint64_t sent = msim_ways_send(&memory->ways, from, begins, line);
    uint64_t way = from == MSIM_WAIT_CORE ? begins : sent; /* another core has no rate */
    wait->ready = sent + msim_ways_latency(&memory->ways, from);
    wait->from = from;
    wait->level = wait->ready - way;
    wait->bandwidth = way - time;
    *free = wait->ready;
}

/* The line was asked for ahead: from what remains. */
static void await(struct msim_memory *memory, uint64_t time, struct msim_arrival *arrival,
                  struct msim_wait *wait)
{
    uint32_t l1 = memory->core->load, l2 = memory->ways.latency[MSIM_LATENCY_L2];
    uint64_t there = msim_later(time, arrival->time);
    wait->from = arrival->time > time ? arrival->from
                 : arrival->first     ? MSIM_DEPENDENCY
                                      : MSIM_WAIT_L2;
    wait->ready = arrival->first ? msim_later(time + l1, there) : there + l2;
    wait->level = wait->ready - time;
    arrival->line = 0;
}

/* Copies of the line at other cores are given up. */
static void await_copies(const struct msim_memory *memory, uint64_t time, struct msim_wait *wait)
{
    wait->from = MSIM_WAIT_CORE;
    wait->level = msim_ways_latency(&memory->ways, MSIM_WAIT_CORE);
    wait->ready = time + wait->level;
}

static void fly(struct msim_memory *memory, uint64_t line, const struct msim_wait *wait)
{
    msim_ways_note(&memory->ways, line, wait->ready);
    memory->flight[line % MSIM_FLIGHTS] = (struct msim_flight){line + 1, wait->ready, wait->from};
}

/* True: the line is under way, and arrives later than a hit is ready. */
static bool await_flight(const struct msim_memory *memory, uint64_t time, uint64_t line,
                         struct msim_wait *wait)
{
    const struct msim_flight *flight = &memory->flight[line % MSIM_FLIGHTS];
    *wait = (struct msim_wait){.ready = time + memory->core->load, .from = MSIM_DEPENDENCY};
    if (flight->line != line + 1 || flight->arrives <= wait->ready)
        return false;
    wait->ready = flight->arrives;
    wait->from = flight->from;
    wait->level = flight->arrives - time;
    return true;
}

/* When a line is in the first level. */
static void access_line(struct msim_memory *memory, uint64_t time, uint64_t line,
                        const struct msim_served *served, struct msim_wait *wait)
{
    bool lost = served->line && served->from == MSIM_WAIT_CORE;
    if (await_flight(memory, time, line, wait) && !lost)
        return;
    if (served->copies)
        await_copies(memory, time, wait);
    if (!served->line)
        return;
    struct msim_arrival *arrival = msim_prefetchers_find(&memory->prefetchers, line);
    bool seen = arrival && arrival->first; /* by streams, when it was asked for */
    if (arrival && (lost || (memory->in_caches && served->from != MSIM_WAIT_L2))) {
        arrival->line = 0;
        arrival = NULL;
    }
    if (arrival)
        await(memory, time, arrival, wait);
    else
        ask(memory, time, line, served->from, wait);
    fly(memory, line, wait);
    if (!seen)
        msim_prefetchers_miss(&memory->prefetchers, time, line);
}

/* When a walk has its entry. */
static uint64_t read_entry(struct msim_memory *memory, uint64_t time,
                           const struct msim_page_entry *entry)
{
    struct msim_wait wait;
    if (!await_flight(memory, time, entry->line, &wait) && entry->from != MSIM_DEPENDENCY) {
        ask(memory, time, entry->line, entry->from, &wait);
        fly(memory, entry->line, &wait);
    }
    return wait.ready;
}

/* When the address is translated. */
static uint64_t translate(struct msim_memory *memory, uint64_t time,
                          const struct msim_served *served)
{
    if (!served->translation)
        return time;
    if (!served->walk)
        return time + memory->ways.latency[MSIM_LATENCY_L2TLB];
    uint64_t *free = take_free(memory->walk_free, memory->core->walkers, time);
    uint64_t begins = msim_later(time, *free) + memory->ways.latency[MSIM_LATENCY_WALK];
    return *free = memory->core->walk_entry ? read_entry(memory, begins, &served->entry) : begins;
}

/* The same, and the line may be one that the program asked for, which is used first here. */
static void access_hinted(struct msim_memory *memory, uint64_t time, uint64_t line,
                          const struct msim_served *served, struct msim_wait *wait)
{
    access_line(memory, time, line, served, wait);
    if (memory->hinted && memory->hinted->uses)
        msim_hinted_meets(memory->hinted, line, time, time + memory->core->load, wait);
}

void msim_memory_access(struct msim_memory *memory, uint64_t time, uint64_t address, uint32_t size,
                        const struct msim_served *served, struct msim_wait *wait)
{
    uint64_t line = address >> MSIM_LINE_SHIFT, last = (address + size - 1) >> MSIM_LINE_SHIFT;
    uint64_t translated = translate(memory, time, served);
    access_hinted(memory, translated, line, served, wait);
    if (last != line) {
        struct msim_wait second;
        access_hinted(memory, translated, last, served, &second);
        if (second.ready > wait->ready)
            *wait = second;
    }
    wait->walk = translated - time;
}

/* The line comes into the caches.  One that prefetchers beside them asked for waits in L2, or is on
 * its way.  Returns when it arrives. */
static uint64_t bring_hinted(struct msim_memory *memory, uint64_t time, uint64_t line, bool first,
                             enum msim_cause from)
{
    struct msim_arrival *waits = msim_prefetchers_find(&memory->prefetchers, line);
    uint64_t begins = waits ? msim_later(time, waits->time) : time;
    struct msim_wait wait;
    if (waits && !memory->in_caches && (waits->first || !first)) {
        wait = (struct msim_wait){.ready = begins, .from = (enum msim_cause)waits->from};
    } else {
        ask(memory, begins, line, waits && !memory->in_caches ? MSIM_WAIT_L2 : from, &wait);
        if (begins > time)
            wait.from = (enum msim_cause)waits->from;
    }
    if (first && waits)
        waits->line = 0;
    if (first)
        fly(memory, line, &wait);
    else
        msim_prefetchers_expect(&memory->prefetchers, line, wait.ready, wait.from, false);
    msim_prefetchers_miss(&memory->prefetchers, time, line);
    return wait.ready;
}

/* A hint where the caches hold what it asks for. */
static void hint_in_caches(struct msim_memory *memory, uint64_t time, uint64_t line, bool first,
                           uint64_t instr)
{
    struct msim_hinted_line *comes = msim_hinted_runs(memory->hinted, instr, line);
    if (!comes)
        return;
    uint64_t arrives = bring_hinted(memory, time, line, first, comes->from);
    msim_hinted_asks(memory->hinted, comes, instr, time, arrives);
    comes->line = UINT64_MAX; /* which is no line's number */
}

void msim_memory_hint(struct msim_memory *memory, uint64_t time, uint64_t address, bool first,
                      uint64_t instr)
{
    uint64_t line = address >> MSIM_LINE_SHIFT;
    if (memory->hinted) {
        hint_in_caches(memory, time, line, first, instr);
        return;
    }
    const struct msim_flight *flight = &memory->flight[line % MSIM_FLIGHTS];
    bool flies = flight->line == line + 1 && flight->arrives > time;
    struct msim_wait wait;
    enum msim_cause from;
    uint64_t begins = time;
    if (flies || !msim_prefetchers_want(&memory->prefetchers, &begins, line, first, &from))
        return;
    ask(memory, begins, line, from, &wait);
    if (begins > time)
        from = msim_prefetchers_find(&memory->prefetchers, line)->from;
    msim_prefetchers_expect(&memory->prefetchers, line, wait.ready, from, first);
    msim_prefetchers_miss(&memory->prefetchers, time, line);
}

void msim_memory_past(struct msim_memory *memory, uint64_t time, uint64_t address, uint32_t size,
                      const struct msim_served *served, struct msim_wait *wait)
{
    uint64_t last = (address + size - 1) >> MSIM_LINE_SHIFT;
    uint64_t translated = translate(memory, time, served);
    *wait = (struct msim_wait){.ready = translated, .from = MSIM_WAIT_STORE};
    for (uint64_t line = address >> MSIM_LINE_SHIFT; line <= last; line++)
        if (msim_past_sends(&memory->past, line))
            wait->ready = msim_later(
                wait->ready, msim_ways_send(&memory->ways, MSIM_WAIT_MEMORY, translated, line));
}

void msim_memory_comes(struct msim_memory *memory, uint64_t time, uint64_t line, bool first,
                       enum msim_cause from)
{
    struct msim_arrival *waits = msim_prefetchers_find(&memory->prefetchers, line);
    uint64_t begins = waits ? msim_later(time, waits->time) : time;
    enum msim_cause cause = begins > time ? waits->from : from;
    uint64_t sent = msim_ways_send(&memory->ways, from, begins, line);
    uint64_t arrives = sent + msim_ways_latency(&memory->ways, from);
    if (!first) {
        msim_prefetchers_expect(&memory->prefetchers, line, arrives, cause, false);
        return;
    }
    if (waits)
        waits->line = 0;
    memory->flight[line % MSIM_FLIGHTS] = (struct msim_flight){line + 1, arrives, cause};
}

uint64_t msim_memory_fetch(struct msim_memory *memory, const struct msim_served *served)
{
    uint64_t wait = 0;
    if (served->translation)
        wait = memory->ways.latency[served->walk ? MSIM_LATENCY_WALK : MSIM_LATENCY_L2TLB];
    if (served->translation && served->walk && memory->core->walk_entry)
        wait += msim_ways_latency(&memory->ways, served->entry.from);
    return wait + (served->line ? msim_ways_latency(&memory->ways, served->from) : 0);
}
