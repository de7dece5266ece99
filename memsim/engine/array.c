/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set-associative array of array.h. */
#include "array.h"

#include "assoc.h"

void msim_array_init(struct msim_array *array, const struct msim_mem *mem, uint64_t sets,
                     uint32_t ways, unsigned shift)
{
    uint64_t slots = sets * ways;
    array->tag = msim_get(mem, slots * sizeof *array->tag, 64);
    array->stamp = msim_get(mem, slots * sizeof *array->stamp, 64);
    array->sets = sets;
    array->mask = sets & (sets - 1) ? 0 : sets - 1;
    array->ways = ways;
    array->shift = shift;
    array->assoc = ways > MSIM_SCAN_WAYS ? msim_assoc_new(mem, sets, ways) : NULL;
    for (uint64_t i = 0; i < slots; i++)
        array->tag[i] = MSIM_NO_BLOCK;
}

int64_t msim_array_find(const struct msim_array *array, uint64_t block)
{
    if (array->assoc)
        return msim_assoc_find(array->assoc, array->tag, block);
    uint64_t first = msim_array_set(array, block) * array->ways;
    const uint64_t *tag = array->tag + first;
    for (uint32_t way = 0; way < array->ways; way++)
        if (tag[way] == block)
            return (int64_t)(first + way);
    return MSIM_NO_SLOT;
}

static uint64_t oldest_by_scan(const struct msim_array *array, uint64_t set)
{
    uint64_t first = set * array->ways;
    const uint64_t *stamp = array->stamp + first;
    uint64_t oldest = stamp[0];
    uint32_t at = 0;
    for (uint32_t way = 1; way < array->ways; way++) {
        bool older = stamp[way] < oldest;
        oldest = older ? stamp[way] : oldest;
        at = older ? way : at;
    }
    return first + at;
}

int64_t msim_array_fill(struct msim_array *array, uint64_t block, uint64_t *evicted)
{
    uint64_t set = msim_array_set(array, block);
    uint64_t slot = array->assoc ? msim_assoc_oldest(array->assoc, array->stamp, set)
                                 : oldest_by_scan(array, set);
    *evicted = array->tag[slot];
    if (array->assoc)
        msim_assoc_replace(array->assoc, array->tag, slot, block);
    array->tag[slot] = block;
    return (int64_t)slot;
}

bool msim_array_touch(struct msim_array *array, uint64_t block, uint64_t now)
{
    uint64_t evicted;
    int64_t slot = msim_array_find(array, block);
    bool missed = slot == MSIM_NO_SLOT;
    if (missed)
        slot = msim_array_fill(array, block, &evicted);
    array->stamp[slot] = now;
    return missed;
}
