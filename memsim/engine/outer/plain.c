/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The levels of plain.h. */
#include "plain.h"

/* True: a line of them missed. */
static bool missed(struct msim_plain_levels *plain, struct msim_array *array, uint64_t first,
                   uint64_t last)
{
    bool any = false;
    for (uint64_t block = first >> array->shift; block <= last >> array->shift; block++) {
        uint64_t at = msim_pageframes_touch(&plain->frames, block << array->shift) >> array->shift;
        any |= msim_array_touch(array, at, ++plain->now);
    }
    return any;
}

static void renumber(struct msim_plain_levels *plain)
{
    uint32_t l2 = plain->l2 ? msim_array_renumber(plain->l2) : 0;
    uint32_t l3 = plain->l3 ? msim_array_renumber(plain->l3) : 0;
    plain->now = l2 > l3 ? l2 : l3;
}

void msim_plain_touch(struct msim_plain_levels *plain, uint64_t first, uint32_t size, bool of_data,
                      bool counts)
{
    uint64_t last = first + size - 1;
    if (plain->unknown)
        return;
    if (plain->now > MSIM_TIME_LIMIT)
        renumber(plain);
    plain->misses[0][of_data] += counts;
    bool missed_l2 = plain->l2 ? missed(plain, plain->l2, first, last) : plain->missed;
    plain->missed = false;
    if (!missed_l2)
        return;
    plain->misses[1][of_data] += counts;
    if (plain->l3 && missed(plain, plain->l3, first, last))
        plain->misses[2][of_data] += counts;
}

void msim_plain_lose(struct msim_plain_levels *plain, uint64_t first, uint64_t last)
{
    struct msim_array *arrays[] = {plain->l2, plain->l3};
    for (unsigned i = 0; i < 2; i++) {
        if (!arrays[i])
            continue;
        unsigned shift = arrays[i]->shift;
        for (uint64_t block = first >> shift; block <= last >> shift; block++) {
            uint64_t at = msim_pageframes_touch(&plain->frames, block << shift);
            msim_array_remove(arrays[i], at >> shift);
        }
    }
}

void msim_plain_empty(struct msim_plain_levels *plain)
{
    if (plain->l2)
        msim_array_empty(plain->l2);
    msim_ghosts_empty(&plain->ghosts);
    if (plain->l3)
        msim_array_empty(plain->l3);
}

void msim_plain_forget(struct msim_plain_levels *plain, bool all)
{
    plain->unknown |= !all;
    for (unsigned level = 0; level < MSIM_PLAIN_LEVELS; level++)
        plain->misses[level][0] = plain->misses[level][1] = 0;
}
