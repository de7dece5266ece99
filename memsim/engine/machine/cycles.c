/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The estimate of cycles.h: the number and the formula come from one list of terms. */
#include "cycles.h"

#include <stddef.h>

#include "engine/base/reader.h"
#include "names.h"

enum { LATENCY_MAX = 1000000 };

/* --- Terms -------------------------------------------------------------------------------- */

/* Adds the references that missed `before` but not `after`; kinds that lack `before` are left
 * out. */
static void add(struct msim_cycles *cycles, const struct msim_machine *machine,
                enum msim_latency latency, enum msim_count before, enum msim_count after)
{
    struct msim_cycles_term term = {.latency = machine->latency[latency]};
    bool any = false;
    for (int kind = 0; kind < MSIM_KINDS; kind++) {
        if (!msim_has_count(machine, kind, before))
            continue;
        term.plus[kind] = before;
        term.minus[kind] = msim_has_count(machine, kind, after) ? after : MSIM_REFS;
        any = true;
    }
    if (any && term.latency)
        cycles->term[cycles->terms++] = term;
}

static void add_walks(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    struct msim_cycles_term second = {.latency = machine->latency[MSIM_LATENCY_L2TLB]};
    struct msim_cycles_term walk = {.latency = machine->latency[MSIM_LATENCY_WALK]};
    bool any_second = false, any = false;
    for (int kind = 0; kind < MSIM_KINDS; kind++) {
        bool has_second = msim_has_count(machine, kind, MSIM_MISS_T2);
        if (!msim_has_count(machine, kind, MSIM_MISS_T1))
            continue;
        walk.plus[kind] = has_second ? MSIM_MISS_T2 : MSIM_MISS_T1;
        any = true;
        if (has_second) {
            second.plus[kind] = MSIM_MISS_T1;
            second.minus[kind] = MSIM_MISS_T2;
            any_second = true;
        }
    }
    if (any_second && second.latency)
        cycles->term[cycles->terms++] = second;
    if (any && walk.latency)
        cycles->term[cycles->terms++] = walk;
}

bool msim_cycles_init(struct msim_cycles *cycles, const struct msim_machine *machine)
{
    const struct msim_geometry *level = machine->level;
    const uint32_t *latency = machine->latency;
    cycles->terms = 0;
    if (!latency[MSIM_LATENCY_MEMORY] || !level[MSIM_D1].units ||
        (level[MSIM_L2].units && !latency[MSIM_LATENCY_L2]) ||
        (level[MSIM_L3].units && !latency[MSIM_LATENCY_L3]))
        return false;
    enum msim_count last = MSIM_MISS_L1;
    if (level[MSIM_L2].units) {
        add(cycles, machine, MSIM_LATENCY_L2, last, MSIM_MISS_L2);
        last = MSIM_MISS_L2;
    }
    if (level[MSIM_L3].units) {
        add(cycles, machine, MSIM_LATENCY_L3, last, MSIM_MISS_L3);
        last = MSIM_MISS_L3;
    }
    add(cycles, machine, MSIM_LATENCY_MEMORY, last, MSIM_REFS);
    add_walks(cycles, machine);
    return true;
}

uint64_t msim_cycles_of(const struct msim_cycles *cycles, const struct msim_row *row)
{
    uint64_t sum = row->count[MSIM_FETCH][MSIM_REFS];
    for (unsigned i = 0; i < cycles->terms; i++) {
        const struct msim_cycles_term *term = &cycles->term[i];
        for (int kind = 0; kind < MSIM_KINDS; kind++) {
            if (term->plus[kind] != MSIM_REFS)
                sum += term->latency * row->count[kind][term->plus[kind]];
            if (term->minus[kind] != MSIM_REFS)
                sum -= term->latency * row->count[kind][term->minus[kind]];
        }
    }
    return sum;
}

static void put_term(struct msim_text *text, const struct msim_cycles_term *term)
{
    const char *between = "";
    msim_put(text, " + ");
    msim_put_number(text, term->latency);
    msim_put(text, " (");
    for (int kind = 0; kind < MSIM_KINDS; kind++) {
        if (term->plus[kind] == MSIM_REFS)
            continue;
        msim_put(text, between);
        msim_put(text, msim_event_name(kind, term->plus[kind]));
        if (term->minus[kind] != MSIM_REFS) {
            msim_put(text, " - ");
            msim_put(text, msim_event_name(kind, term->minus[kind]));
        }
        between = " + ";
    }
    msim_put(text, ")");
}

void msim_cycles_put(struct msim_text *text, const struct msim_cycles *cycles)
{
    msim_put(text, msim_event_name(MSIM_FETCH, MSIM_REFS));
    for (unsigned i = 0; i < cycles->terms; i++)
        put_term(text, &cycles->term[i]);
}

/* --- Latencies as options ----------------------------------------------------------------- */

static const char *const names[MSIM_LATENCIES] = {"L2:", "L3:", "memory:", "L2TLB:", "walk:"};

#define FORM                                                                                       \
    "expected none, or some of L2: L3: memory: L2TLB: walk: with cycles; as in L2:14,memory:200"

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
