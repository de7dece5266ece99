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
    array->parameter = 0;
    array->filled = NULL;
    array->fills = 0;
    array->state = NULL;
    array->reasons = NULL;
    array->dirty = NULL;
    array->origin = NULL;
    array->soiled = array->cleaned = 0;
    uint64_t bytes = msim_array_slots(array) * sizeof *array->low;
    array->low = msim_get(mem, bytes, 64);
    array->high = msim_get(mem, bytes, 64);
    array->stamp = stamp ? stamp : msim_get(mem, bytes, 64);
    array->assoc = ways > MSIM_SCAN_WAYS ? msim_assoc_new(mem, sets, ways, array->stride) : NULL;
    array->usual = !array->assoc && (array->mask || sets == 1);
    close_rest(array);
}

/* --- Policies ----------------------------------------------------------------------------- */

void msim_array_follow(struct msim_array *array, const struct msim_mem *mem,
                       const struct msim_policy_choice *choice)
{
    const struct msim_policy *policy = choice->policy;
    if (!policy->victim)
        return;
    array->policy = policy;
    array->parameter = choice->parameter;
    array->usual = false;
    if (policy->needs_filled)
        array->filled = msim_get(mem, msim_array_slots(array) * sizeof *array->filled, 64);
    if (policy->hit)
        array->state = msim_get(mem, array->sets * sizeof *array->state, 64);
}

/* The lowest empty way, or the highest, of a set that is too wide to scan; array->ways: none. */
static uint32_t empty_of_many(const struct msim_array *array, uint64_t set, bool highest)
{
    uint32_t found = array->ways;
    for (uint32_t way = 0; way < array->ways && (highest || found == array->ways); way++)
        if (!msim_array_tag(array, set + way))
            found = way;
    return found;
}

/* The same of any set. */
static uint32_t empty_way(const struct msim_array *array, uint64_t set, bool highest)
{
    if (array->assoc || array->any_high)
        return empty_of_many(array, set, highest);
    uint64_t empty = msim_scan_equal(array->low + set, array->stride, 0);
    empty &= (UINT64_C(1) << array->ways) - 1;
    if (!empty)
        return array->ways;
    return (uint32_t)(highest ? 63 - __builtin_clzll(empty) : __builtin_ctzll(empty));
}

static struct msim_policy_set view_of(const struct msim_array *array, uint64_t set)
{
    return (struct msim_policy_set){.used = array->stamp + set,
                                    .filled = array->filled ? array->filled + set : NULL,
                                    .fills = array->fills,
                                    .state = array->state ? array->state[set / array->stride] : 0,
                                    .parameter = array->parameter,
                                    .ways = array->ways};
}

uint64_t msim_array_place(struct msim_array *array, uint64_t set)
{
    const struct msim_policy *policy = array->policy;
    struct msim_policy_set view = view_of(array, set);
    enum msim_policy_empty order =
        policy->empty ? policy->empty(array->parameter) : MSIM_EMPTY_LOWEST;
    uint32_t way = empty_way(array, set, order == MSIM_EMPTY_HIGHEST);
    view.full = way == array->ways;
    if (policy->missed)
        view.state = policy->missed(&view);
    if (view.full || order == MSIM_EMPTY_AS_VICTIM)
        way = policy->victim(&view);
    if (array->state)
        array->state[set / array->stride] = policy->fill(&view, way);
    array->fills++;
    if (array->filled)
        array->filled[set + way] = array->fills;
    return set + way;
}

void msim_array_hit(struct msim_array *array, uint64_t slot)
{
    uint64_t number = slot / array->stride, set = number * array->stride;
    struct msim_policy_set view = view_of(array, set);
    view.full = empty_way(array, set, false) == array->ways;
    array->state[number] = array->policy->hit(&view, (uint32_t)(slot - set));
}

uint64_t msim_array_quiet(const struct msim_array *array, uint64_t set)
{
    struct msim_policy_set view = view_of(array, set);
    if (!array->state)
        return ~UINT64_C(0);
    view.full = empty_way(array, set, false) == array->ways;
    return array->policy->quiet(&view) & ((UINT64_C(1) << array->ways) - 1);
}

/* --- Removing ----------------------------------------------------------------------------- */

void msim_array_empty(struct msim_array *array)
{
    for (uint64_t slot = 0; slot < msim_array_slots(array); slot++)
        array->low[slot] = array->high[slot] = array->stamp[slot] = 0;
    for (uint64_t set = 0; array->state && set < array->sets; set++)
        array->state[set] = 0;
    if (array->assoc)
        msim_assoc_empty(array->assoc);
    close_rest(array);
}

/* Empties the slot, so it is the oldest of its set; with a policy, its time of use stays. */
bool msim_array_remove(struct msim_array *array, uint64_t block)
{
    int64_t slot = msim_array_find(array, block);
    if (slot == MSIM_NO_SLOT)
        return false;
    if (array->assoc)
        msim_assoc_remove(array->assoc, array, (uint64_t)slot);
    array->low[slot] = array->high[slot] = 0;
    if (array->policy)
        return true;
    array->stamp[slot] = 0;
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
