/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Making the set-associative array of array.h. */
#include "array.h"

static uint32_t stride(uint32_t ways)
{
    return (ways + MSIM_SCAN_STEP - 1) / MSIM_SCAN_STEP * MSIM_SCAN_STEP;
}

uint64_t msim_array_room(uint64_t sets, uint32_t ways)
{
    return sets * stride(ways);
}

void msim_array_init(struct msim_array *array, const struct msim_mem *mem, uint64_t sets,
                     uint32_t ways, unsigned shift, uint64_t *stamp)
{
    array->sets = sets;
    array->mask = sets & (sets - 1) ? 0 : sets - 1;
    array->ways = ways;
    array->stride = stride(ways);
    array->shift = shift;
    uint64_t slots = msim_array_slots(array);
    array->tag = msim_get(mem, slots * sizeof *array->tag, 64);
    array->low = msim_get(mem, slots * sizeof *array->low, 64);
    array->stamp = stamp ? stamp : msim_get(mem, slots * sizeof *array->stamp, 64);
    array->assoc = ways > MSIM_SCAN_WAYS ? msim_assoc_new(mem, sets, ways, array->stride) : NULL;
}
