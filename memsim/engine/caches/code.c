/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code that the front does not know. */
#include "slow.h"

/* An instruction of a segment whose fetch missed. */
struct fetched {
    uint64_t address;
    uint8_t number;
    uint8_t missed;
};

struct code {
    const struct msim_segment *segment;
    unsigned used;
    bool shown; /* an observer of pages must see one of them */
    struct fetched fetched[MSIM_INSTRS_MAX + 1];
};

/* Adds the first instruction that fetches from the granule.  One that fetches from two granules is
 * one reference. */
static void add_fetched(struct msim_sim *sim, struct code *code, uint64_t granule, unsigned missed)
{
    const struct msim_segment *segment = code->segment;
    uint64_t address = segment->address;
    unsigned number = 0;
    while (number < segment->continued ||
           (address + segment->instrs[number].length - 1) >> sim->instr->shift < granule)
        address += segment->instrs[number++].length;
    if (!code->used || code->fetched[code->used - 1].number != number)
        code->fetched[code->used++] = (struct fetched){address, (uint8_t)number, 0};
    struct fetched *last = &code->fetched[code->used - 1];
    last->missed |= (uint8_t)missed;
    code->shown |= msim_slow_shows(sim, last->missed, address, segment->instrs[number].length);
}

/* References the code; what missed is added to `code`. */
static void fetch_slowly(struct msim_sim *sim, const struct msim_hot *hot, const uint64_t *record,
                         struct code *code)
{
    code->segment = msim_slow_segment_of(sim, record);
    code->used = 0;
    code->shown = false;
    for (uint64_t granule = hot->code; granule <= hot->code + hot->more; granule++) {
        uint32_t now = ++sim->now;
        if (msim_port_hit(sim->instr, sim->instr->stamp, now, granule, granule))
            continue;
        unsigned missed = msim_port_granule(sim->instr, now, granule);
        if (missed)
            add_fetched(sim, code, granule, missed);
    }
}

/* References the data, and queues the fetches and the data that missed, in program order. */
static void access_one_by_one(struct msim_sim *sim, const struct code *code, const uint64_t *record,
                              uint64_t instructions)
{
    const struct msim_segment *segment = code->segment;
    uint64_t before = msim_slow_before(segment, instructions);
    unsigned access = 0;
    for (unsigned i = 0; i < code->used; i++) {
        const struct fetched *next = &code->fetched[i];
        access = msim_slow_accesses(sim, segment, access, next->number, record, before);
        msim_slow_fetched(sim, segment, next->number, next->address, before, next->missed);
    }
    msim_slow_accesses(sim, segment, access, segment->instrs_used, record, before);
}

/* True: all fetches that missed precede the data, and none need be shown. */
static bool precedes_data(const struct code *code)
{
    const struct msim_segment *segment = code->segment;
    unsigned last = code->used ? code->fetched[code->used - 1].number : 0;
    return !code->shown && (!segment->accesses_used || last <= segment->accesses[0].instr);
}

/* Fetches do not change what data finds, nor the other way round.  So all code is referenced first,
 * which nearly always leaves the data to the fast path. */
bool msim_slow_code(struct msim_sim *sim, const struct msim_hot *hot, const uint64_t *record,
                    uint64_t instructions)
{
    struct code code;
    if (sim->instr->counts_hits) { /* each instruction is a hit of its own */
        msim_slow_segment(sim, record, instructions);
        return false;
    }
    fetch_slowly(sim, hot, record, &code);
    if (!precedes_data(&code)) {
        access_one_by_one(sim, &code, record, instructions);
        return false;
    }
    for (unsigned i = 0; i < code.used; i++)
        msim_slow_fetched(sim, code.segment, code.fetched[i].number, code.fetched[i].address, 0,
                          code.fetched[i].missed);
    return true;
}
