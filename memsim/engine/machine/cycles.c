/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The estimate of cycles.h: the number and the formula come from one list of terms. */
#include "cycles.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "names.h"

enum { LATENCY_MAX = 1000000 };

/* --- Terms -------------------------------------------------------------------------------- */

static void put_count(struct msim_cycles_term *term, enum msim_kind kind, enum msim_count count,
                      bool minus)
{
    term->count[term->counts++] = (struct msim_cycles_count){kind, count, minus};
}

static void put_term_in(struct msim_cycles *cycles, const struct msim_cycles_term *term)
{
    if (term->counts && term->latency)
        cycles->term[cycles->terms++] = *term;
}

/* Adds the references that missed `before` but not `after`; kinds that lack `before` are left out.
 * `without_supplied`: lines that another core supplies are left out. */
static void add(struct msim_cycles *cycles, const struct msim_machine *machine, uint32_t latency,
                enum msim_count before, enum msim_count after, bool without_supplied)
{
    struct msim_cycles_term term = {.latency = latency};
    for (int kind = 0; kind < MSIM_KINDS; kind++) {
        if (!msim_has_count(machine, kind, before))
            continue;
        put_count(&term, kind, before, false);
        if (after != MSIM_REFS && msim_has_count(machine, kind, after))
            put_count(&term, kind, after, true);
        if (without_supplied && msim_has_count(machine, kind, MSIM_FROM_CORE))
            put_count(&term, kind, MSIM_FROM_CORE, true);
    }
    put_term_in(cycles, &term);
}

static void add_walks(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    struct msim_cycles_term second = {.latency = machine->latency[MSIM_LATENCY_L2TLB]};
    struct msim_cycles_term walk = {.latency = machine->latency[MSIM_LATENCY_WALK]};
    for (int kind = 0; kind < MSIM_KINDS; kind++) {
        bool has_second = msim_has_count(machine, kind, MSIM_MISS_T2);
        if (!msim_has_count(machine, kind, MSIM_MISS_T1))
            continue;
        put_count(&walk, kind, has_second ? MSIM_MISS_T2 : MSIM_MISS_T1, false);
        if (has_second) {
            put_count(&second, kind, MSIM_MISS_T1, false);
            put_count(&second, kind, MSIM_MISS_T2, true);
        }
    }
    put_term_in(cycles, &second);
    put_term_in(cycles, &walk);
}

/* A write that finds its line at another core takes a copy away, so it is among the copies. */
static void add_transfers(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    struct msim_cycles_term term = {.latency = msim_cycles_transfer(machine)};
    if (!term.latency)
        term.latency = MSIM_USUAL_TRANSFER;
    if (!msim_has_count(machine, MSIM_READ, MSIM_FROM_CORE))
        return;
    put_count(&term, MSIM_READ, MSIM_FROM_CORE, false);
    put_count(&term, MSIM_READ, MSIM_INVALIDATED, false);
    put_count(&term, MSIM_WRITE, MSIM_INVALIDATED, false);
    put_term_in(cycles, &term);
}

/* The level from which lines of other cores would come if they did not come from these: the first
 * shared one, else memory. */
static enum msim_latency first_shared(const struct msim_machine *machine)
{
    if (machine->level[MSIM_L2].units && msim_is_shared_level(machine, MSIM_L2))
        return MSIM_LATENCY_L2;
    if (machine->level[MSIM_L3].units && msim_is_shared_level(machine, MSIM_L3))
        return MSIM_LATENCY_L3;
    return MSIM_LATENCY_MEMORY;
}

uint32_t msim_cycles_transfer(const struct msim_machine *machine)
{
    uint32_t known = machine->latency[MSIM_LATENCY_TRANSFER];
    return known ? known : machine->latency[first_shared(machine)];
}

static void add_levels(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    static const struct {
        enum msim_level level;
        enum msim_latency latency;
        enum msim_count miss;
    } beyond[] = {{MSIM_L2, MSIM_LATENCY_L2, MSIM_MISS_L2},
                  {MSIM_L3, MSIM_LATENCY_L3, MSIM_MISS_L3}};
    enum msim_count last = MSIM_MISS_L1;
    enum msim_latency supplied = first_shared(machine);
    for (unsigned i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        if (!machine->level[beyond[i].level].units)
            continue;
        add(cycles, machine, machine->latency[beyond[i].latency], last, beyond[i].miss,
            supplied == beyond[i].latency);
        last = beyond[i].miss;
    }
    add(cycles, machine, machine->latency[MSIM_LATENCY_MEMORY], last, MSIM_REFS,
        supplied == MSIM_LATENCY_MEMORY);
    add_walks(cycles, machine);
}

static void add_usual(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    const struct msim_geometry *level = machine->level;
    enum msim_count last = level[MSIM_L3].units   ? MSIM_MISS_L3
                           : level[MSIM_L2].units ? MSIM_MISS_L2
                                                  : MSIM_MISS_L1;
    cycles->usual = true;
    add(cycles, machine, MSIM_USUAL_MISS, MSIM_MISS_L1, MSIM_REFS, true);
    add(cycles, machine, MSIM_USUAL_LAST_MISS, last, MSIM_REFS,
        first_shared(machine) == MSIM_LATENCY_MEMORY);
}

bool msim_cycles_estimate(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    const struct msim_geometry *level = machine->level;
    const uint32_t *latency = machine->latency;
    bool known = latency[MSIM_LATENCY_MEMORY] && level[MSIM_D1].units &&
                 (!level[MSIM_L2].units || latency[MSIM_LATENCY_L2]) &&
                 (!level[MSIM_L3].units || latency[MSIM_LATENCY_L3]);
    *cycles = (struct msim_cycles){.machine = machine};
    if (known)
        add_levels(cycles, machine);
    else if (msim_machine_cores(machine) > 1)
        add_usual(cycles, machine);
    else
        return false;
    add_transfers(cycles, machine);
    return true;
}

bool msim_cycles_init(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    struct msim_cycles_term parts = {.latency = 1};
    for (unsigned i = 0; i < MSIM_OBSERVED_MAX && machine->observed[i]; i++)
        if (machine->observed[i]->part)
            put_count(&parts, msim_observed_kind(i), msim_observed_count(i), false);
    if (!parts.counts)
        return msim_cycles_estimate(cycles, machine);
    *cycles = (struct msim_cycles){.simulated = true, .machine = machine};
    put_term_in(cycles, &parts);
    return true;
}

uint64_t msim_cycles_of(const struct msim_cycles *cycles, const struct msim_row *row)
{
    uint64_t sum = cycles->simulated ? 0 : row->count[MSIM_FETCH][MSIM_REFS];
    for (unsigned i = 0; i < cycles->terms; i++) {
        const struct msim_cycles_term *term = &cycles->term[i];
        for (unsigned k = 0; k < term->counts; k++) {
            uint64_t each = term->latency * row->count[term->count[k].kind][term->count[k].count];
            sum += term->count[k].minus ? -each : each;
        }
    }
    return sum;
}

/* Writes a term from one of its counts on. */
static void put_term(struct msim_text *text, const struct msim_cycles *cycles,
                     const struct msim_cycles_term *term, unsigned first)
{
    msim_put(text, " + ");
    msim_put_number(text, term->latency);
    msim_put(text, " (");
    for (unsigned i = first; i < term->counts; i++) {
        const struct msim_cycles_count *count = &term->count[i];
        msim_put(text, count->minus ? " - " : i > first ? " + " : "");
        msim_put(text, msim_event_name(cycles->machine, count->kind, count->count));
    }
    msim_put(text, ")");
}

void msim_cycles_put(struct msim_text *text, const struct msim_cycles *cycles)
{
    static const struct msim_cycles_count instructions = {.kind = MSIM_FETCH, .count = MSIM_REFS};
    const struct msim_cycles_count *first =
        cycles->simulated ? &cycles->term[0].count[0] : &instructions;
    msim_put(text, msim_event_name(cycles->machine, first->kind, first->count));
    for (unsigned i = 0; i < cycles->terms; i++)
        put_term(text, cycles, &cycles->term[i], cycles->simulated);
}

/* --- Latencies as options ----------------------------------------------------------------- */

static const char *const names[MSIM_LATENCIES] = {
    "L2:", "L3:", "memory:", "L2TLB:", "walk:", "transfer:"};

#define FORM                                                                                       \
    "expected none, or some of L2: L3: memory: L2TLB: walk: transfer: with cycles; as in "         \
    "L2:14,memory:200"

static bool take_one(struct msim_reader *reader, uint32_t *latency)
{
    uint64_t cycles;
    for (int i = 0; i < MSIM_LATENCIES; i++)
        if (msim_take(reader, names[i])) {
            if (!msim_take_number(reader, &cycles) || !cycles || cycles > LATENCY_MAX)
                return false;
            latency[i] = (uint32_t)cycles;
            return true;
        }
    return false;
}

const char *msim_latencies_read(const char *text, uint32_t *latency)
{
    struct msim_reader reader = {text};
    uint32_t read[MSIM_LATENCIES] = {0};
    if (!msim_take(&reader, "none")) {
        do
            if (!take_one(&reader, read))
                return FORM ", from 1 to 1000000";
        while (msim_take(&reader, ","));
    }
    if (*reader.at)
        return FORM;
    for (int i = 0; i < MSIM_LATENCIES; i++)
        latency[i] = read[i];
    return NULL;
}

void msim_latencies_put(struct msim_text *text, const uint32_t *latency)
{
    const char *between = "";
    for (int i = 0; i < MSIM_LATENCIES; i++) {
        if (!latency[i])
            continue;
        msim_put(text, between);
        msim_put(text, names[i]);
        msim_put_number(text, latency[i]);
        between = ",";
    }
    if (!*between)
        msim_put(text, "none");
}

void msim_put_sampled(struct msim_text *text, const char *start, const struct msim_machine *machine)
{
    if (!machine->period)
        return;
    msim_put(text, start);
    msim_put_number(text, machine->counted);
    msim_put(text, " of ");
    msim_put_number(text, machine->period);
    msim_put(text, " to ");
    msim_put_number(text, machine->longest_period);
    msim_put(text, " instructions after the first ");
    msim_put_number(text, machine->whole);
}
