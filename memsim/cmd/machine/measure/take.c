/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Puts what was measured into descriptions (take.h). */
#include "take.h"

#include <stdlib.h>

enum { SMALL_PAGE = 4096, NEAR = 32 };

struct msim_described_level *msim_described_data(struct msim_described *described, bool is_tlb,
                                                 unsigned level)
{
    for (unsigned i = 0; i < described->levels; i++) {
        struct msim_described_level *at = &described->level[i];
        if (at->is_tlb == is_tlb && at->level == level && at->side != MSIM_SIDE_INSTRUCTION)
            return at;
    }
    return NULL;
}

void msim_nominal_of(const struct msim_described *described, const struct msim_core *core,
                     struct msim_nominal *nominal)
{
    struct msim_described *from = (struct msim_described *)described; /* only read */
    *nominal = (struct msim_nominal){
        .page = SMALL_PAGE, .core = *core, .core_is_known = described->core_known};
    for (unsigned i = 0; i < MSIM_MEASURED_CACHES; i++) {
        const struct msim_described_level *level = msim_described_data(from, false, i + 1);
        nominal->size[i] = level ? level->units : 0;
    }
    for (unsigned i = 0; i < 2; i++) {
        const struct msim_described_level *level = msim_described_data(from, true, i + 1);
        nominal->entries[i] = level ? level->units : 0;
        if (level && level->line && !i)
            nominal->page = level->line;
    }
}

static void fill(uint32_t *latency, enum msim_trust *trust, uint32_t other)
{
    if (*latency || !other)
        return;
    *latency = other;
    *trust = MSIM_TRUST_INFERRED;
}

void msim_described_fill(struct msim_described *described, const struct msim_described *other)
{
    for (unsigned i = 0; i < other->levels; i++) {
        const struct msim_described_level *from = &other->level[i];
        struct msim_described_level *to = msim_described_data(described, from->is_tlb, from->level);
        if (to && from->side != MSIM_SIDE_INSTRUCTION)
            fill(&to->latency, &to->trust, from->latency);
    }
    fill(&described->memory, &described->memory_trust, other->memory);
    fill(&described->walk, &described->walk_trust, other->walk);
    fill(&described->transfer, &described->transfer_trust, other->transfer);
}

/* A size that the level can have with its ways, near this one; round ones, as far as they are near
 * enough. */
static uint64_t possible(const struct msim_described_level *level, uint64_t wanted)
{
    uint64_t ways = level->ways == MSIM_WAYS_FULL || !level->ways ? 1 : level->ways;
    uint64_t part = ways * (level->is_tlb ? 1 : level->line);
    while (part <= wanted / NEAR / 2)
        part *= 2;
    uint64_t parts = (wanted + part / 2) / part;
    return (parts ? parts : 1) * part;
}

static void take_level(struct msim_described_level *level, uint64_t size, uint32_t latency)
{
    if (!level || (!size && !latency))
        return;
    level->units = size ? possible(level, size) : level->units;
    level->latency = latency ? latency : level->latency;
    level->trust = MSIM_TRUST_MEASURED;
}

static void take(uint32_t *latency, enum msim_trust *trust, uint32_t found)
{
    if (!found)
        return;
    *latency = found;
    *trust = MSIM_TRUST_MEASURED;
}

void msim_described_take(struct msim_described *described, const struct msim_measured_values *found)
{
    for (unsigned i = 0; i < MSIM_MEASURED_CACHES; i++)
        take_level(msim_described_data(described, false, i + 1), found->size[i], found->latency[i]);
    for (unsigned i = 0; i < 2; i++)
        take_level(msim_described_data(described, true, i + 1), found->entries[i],
                   i ? found->translation : 0);
    take(&described->memory, &described->memory_trust, found->memory);
    take(&described->walk, &described->walk_trust, found->walk);
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++)
        if (found->known[i]) {
            described->core[i] = (struct msim_described_core){
                .known = true, .value = found->core[i], .trust = MSIM_TRUST_MEASURED};
            described->core_known = true;
        }
}
