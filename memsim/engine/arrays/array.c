/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets up and renumbers the arrays of array.h. */
#include "array.h"

#include <stddef.h>

static uint32_t stride(uint32_t ways)
{
    return (ways + MSIM_SCAN_STEP - 1) / MSIM_SCAN_STEP * MSIM_SCAN_STEP;
}

uint64_t msim_array_room(uint64_t sets, uint32_t ways)
{
    return sets * stride(ways);
}

/* A set's slots beyond its ways are never the oldest. */
static void close_rest(struct msim_array *array)
{
    for (uint64_t set = 0; array->stride > array->ways && set < array->sets; set++)
        for (uint32_t way = array->ways; way < array->stride; way++)
            array->stamp[set * array->stride + way] = MSIM_SCAN_MAX;
}

void msim_array_init(struct msim_array *array, const struct msim_mem *mem, uint64_t sets,
                     uint32_t ways, unsigned shift, uint32_t *stamp)
{
    array->sets = sets;
    array->mask = sets & (sets - 1) ? 0 : sets - 1;
    array->ways = ways;
    array->stride = stride(ways);
    array->shift = shift;
    array->any_high = false;
    array->policy = NULL;
    array->filled = NULL;
    array->fills = 0;
    uint64_t bytes = msim_array_slots(array) * sizeof *array->low;
    array->low = msim_get(mem, bytes, 64);
    array->high = msim_get(mem, bytes, 64);
    array->stamp = stamp ? stamp : msim_get(mem, bytes, 64);
    array->assoc = ways > MSIM_SCAN_WAYS ? msim_assoc_new(mem, sets, ways, array->stride) : NULL;
    array->usual = !array->assoc && (array->mask || sets == 1);
    close_rest(array);
}

void msim_array_follow(struct msim_array *array, const struct msim_mem *mem,
                       const struct msim_policy *policy)
{
    if (!policy->victim)
        return;
    array->policy = policy;
    array->usual = false;
    if (policy->needs_filled)
        array->filled = msim_get(mem, msim_array_slots(array) * sizeof *array->filled, 64);
}

uint64_t msim_array_victim(struct msim_array *array, uint64_t set)
{
    uint32_t way = 0;
    while (way < array->ways && msim_array_tag(array, set + way))
        way++;
    if (way == array->ways) {
        const struct msim_full_set full = {.used = array->stamp + set,
                                           .filled = array->filled ? array->filled + set : NULL,
                                           .fills = array->fills,
                                           .ways = array->ways};
        way = array->policy->victim(&full);
    }
    array->fills++;
    if (array->filled)
        array->filled[set + way] = array->fills;
    return set + way;
}

void msim_array_empty(struct msim_array *array)
{
    for (uint64_t slot = 0; slot < msim_array_slots(array); slot++)
        array->low[slot] = array->high[slot] = array->stamp[slot] = 0;
    if (array->assoc)
        msim_assoc_empty(array->assoc);
    close_rest(array);
}

/* Empties the slot, so it is the oldest of its set. */
bool msim_array_remove(struct msim_array *array, uint64_t block)
{
    int64_t slot = msim_array_find(array, block);
    if (slot == MSIM_NO_SLOT)
        return false;
    if (array->assoc)
        msim_assoc_remove(array->assoc, array, (uint64_t)slot);
    array->low[slot] = array->high[slot] = array->stamp[slot] = 0;
    if (array->assoc)
        msim_assoc_lower(array->assoc, msim_array_set(array, block), (uint64_t)slot);
    return true;
}

/* 1 + the number of stamps in the set that are smaller; 0 for an empty slot. */
static uint32_t rank(const uint32_t *stamp, uint32_t ways, uint32_t of)
{
    uint32_t smaller = 0;
    for (uint32_t way = 0; way < ways; way++)
        smaller += stamp[way] && stamp[way] < of;
    return of ? smaller + 1 : 0;
}

static void renumber_set(uint32_t *stamp, uint32_t ways)
{
    uint32_t ranks[MSIM_SCAN_WAYS];
    for (uint32_t way = 0; way < ways; way++)
        ranks[way] = rank(stamp, ways, stamp[way]);
    for (uint32_t way = 0; way < ways; way++)
        stamp[way] = ranks[way];
}

uint32_t msim_array_renumber(struct msim_array *array)
{
    for (uint64_t set = 0; set < array->sets; set++)
        if (array->assoc)
            msim_assoc_renumber(array->assoc, array->stamp, set * array->stride);
        else
            renumber_set(array->stamp + set * array->stride, array->ways);
    return array->ways;
}
