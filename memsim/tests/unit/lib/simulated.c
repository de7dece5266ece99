/* SPDX-License-Identifier: GPL-2.0-or-later */
/* See simulated.h. */
#include "simulated.h"

#include "machine.h"

#include <stdio.h>

void simulated_start(struct simulated *on, uint64_t seed)
{
    unit_memory_start(&on->memory);
    program_start(&on->program, &on->memory.mem, seed);
    on->random.state = ~seed;
}

void simulated_make(struct simulated *on)
{
    const struct msim_mem *mem = &on->memory.mem;
    msim_profile_init(&on->profile, mem, &on->program.dict);
    on->sim = msim_get(mem, sizeof *on->sim, 64);
    msim_sim_init(on->sim, mem, &on->program.dict, &on->profile, &on->machine);
    for (unsigned i = 0; on->machine.hints && i < 2; i++)
        on->sim->outer.sums[i].hints = i * MSIM_FATES;
    on->sim->outer.buffers.columns = on->machine.hints ? machine_past_column(0) : 0;
}

void simulated_translate(struct simulated *on, unsigned count)
{
    program_translate(&on->program, count);
    msim_profile_extend(&on->profile);
    msim_sim_extend(on->sim);
}

const uint64_t *simulated_slice(const struct simulated *on, uint64_t records, const uint64_t *words,
                                const uint64_t *end)
{
    for (uint64_t i = 0; words < end && (i < records || program_goes_on(&on->program.dict, *words));
         i++)
        words += 1 + msim_header_words(*words);
    return words;
}

void simulated_end(struct simulated *on)
{
    unit_memory_end(&on->memory);
}

bool simulated_differs(const struct simulated *on, const struct naive *naive, int counts,
                       char *text, size_t room)
{
    for (uint32_t site = 0; site < on->profile.rows.used; site++)
        for (int kind = 0; kind < MSIM_KINDS; kind++)
            for (int count = 0; count < counts; count++) {
                uint64_t is = msim_profile_row(&on->profile, site)->count[kind][count];
                uint64_t should = naive->row[site].count[kind][count];
                if (is == should)
                    continue;
                snprintf(text, room, "site %u, kind %d, count %d: %llu instead of %llu", site, kind,
                         count, (unsigned long long)is, (unsigned long long)should);
                return true;
            }
    return false;
}

/* --- Walks through memory ------------------------------------------------------------------- */

void simulated_walks_start(struct simulated_walks *walks, struct unit_random *random)
{
    for (int i = 0; i < SIMULATED_WALKS; i++) {
        walks->walk[i].at = UINT64_C(0x10000) * (1 + unit_below(random, 100));
        walks->walk[i].step = 8 * unit_below(random, 40) - 8 * unit_below(random, 20);
    }
}

void simulated_walk(struct simulated_walks *walks, struct unit_random *random, uint64_t *record)
{
    uint32_t segment = msim_header_segment(*record);
    if (msim_header_is_event(*record) || segment % 2)
        return;
    for (unsigned i = 1; i <= msim_header_words(*record); i++)
        if (record[i] != MSIM_NO_ADDRESS) {
            unsigned walk = (segment / 2 + i) % SIMULATED_WALKS;
            record[i] = walks->walk[walk].at += walks->walk[walk].step;
            if (unit_one_in(random, 500))
                walks->walk[walk].at = 64 * unit_below(random, 1 << 16);
        }
}

/* --- Copies past the caches ------------------------------------------------------------------- */

void simulated_copy(struct simulated_copies *copies, struct simulated *on, uint64_t *record)
{
    enum { COPY = 1 << 14, COPIED = 1 << 24 };
    const struct msim_segment *segment =
        msim_dict_segment_at(&on->program.dict, msim_header_segment(*record));
    uint64_t set = 0; /* words */
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t *at = &copies->at[segment->address % SIMULATED_COPIES];
        if (set >> access->word & 1 || (!access->past && !unit_one_in(&on->random, 30)))
            continue;
        set |= UINT64_C(1) << access->word;
        uint64_t back = access->past ? 0 : 16 * unit_below(&on->random, 1 << 9);
        record[access->word] =
            COPIED + (*at + COPY - back) % COPY - (uint64_t)(int64_t)access->offset;
        *at += access->past ? access->size : 0;
    }
}
