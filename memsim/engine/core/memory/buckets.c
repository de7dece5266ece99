/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The resource of buckets.h. */
#include "buckets.h"

void msim_buckets_init(struct msim_buckets *buckets, const struct msim_mem *mem, unsigned shift,
                       uint32_t room)
{
    buckets->entry = msim_get(mem, MSIM_BUCKETS * sizeof *buckets->entry, 64);
    buckets->shift = shift;
    buckets->room = room;
}

uint32_t msim_buckets_used(const struct msim_buckets *buckets, uint64_t time)
{
    uint64_t number = time >> buckets->shift;
    uint64_t entry = buckets->entry[number & (MSIM_BUCKETS - 1)];
    return entry >> 16 == number ? entry & 0xffff : 0;
}

/* Takes as many of `units` as the stretch has; returns how many. */
static uint32_t take_some(struct msim_buckets *buckets, uint64_t number, uint32_t units)
{
    uint64_t *entry = &buckets->entry[number & (MSIM_BUCKETS - 1)];
    if (*entry >> 16 > number)
        return units;
    if (*entry >> 16 < number)
        *entry = number << 16;
    uint32_t left = buckets->room - (uint32_t)(*entry & 0xffff);
    uint32_t taken = units < left ? units : left;
    *entry += taken;
    return taken;
}

uint64_t msim_buckets_take(struct msim_buckets *buckets, uint64_t time, uint32_t units)
{
    uint64_t number = time >> buckets->shift, first = 0;
    for (bool begun = false; units; number++) {
        uint32_t taken = take_some(buckets, number, units);
        if (taken && !begun) {
            begun = true;
            first = number << buckets->shift;
        }
        units -= taken;
    }
    return first > time ? first : time;
}
