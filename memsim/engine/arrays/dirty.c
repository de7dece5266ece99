/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of dirty.h, all of them. */
#include "dirty.h"

void msim_dirty_follow(struct msim_array *array, const struct msim_mem *mem)
{
    array->dirty = msim_get(mem, msim_array_slots(array), 64);
}

uint64_t msim_dirty_count(const struct msim_array *array)
{
    uint64_t dirty = 0;
    for (uint64_t slot = 0; array->dirty && slot < msim_array_slots(array); slot++)
        dirty += msim_array_tag(array, slot) && array->dirty[slot];
    return dirty;
}

void msim_dirty_empty(struct msim_array *array)
{
    array->cleaned += msim_dirty_count(array);
    for (uint64_t slot = 0; array->dirty && slot < msim_array_slots(array); slot++)
        array->dirty[slot] = 0;
}

bool msim_dirty_adds_up(const struct msim_array *array)
{
    return array->soiled == array->cleaned + msim_dirty_count(array);
}
