/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash of lineset.h. */
#include "lineset.h"

#include "stream/hash.h"

enum { GROUPS_LEAST = 64, GROUP_BITS = 6 };

void msim_line_set_init(struct msim_line_set *set, const struct msim_mem *mem)
{
    set->mem = mem;
    set->mask = GROUPS_LEAST - 1;
    set->used = 0;
    set->groups = msim_get(mem, GROUPS_LEAST * sizeof *set->groups, 64);
}

void msim_line_set_empty(struct msim_line_set *set)
{
    for (uint64_t i = 0; i <= set->mask; i++)
        set->groups[i] = (struct msim_line_group){.number = 0};
    set->used = 0;
}

static struct msim_line_group *place_of(struct msim_line_set *set, uint64_t number)
{
    uint64_t at = msim_mix(number) & set->mask;
    while (set->groups[at].number && set->groups[at].number != number)
        at = (at + 1) & set->mask;
    return &set->groups[at];
}

static __attribute__((noinline)) void grow(struct msim_line_set *set)
{
    const struct msim_line_group *from = set->groups;
    uint64_t count = set->mask + 1;
    set->mask = 2 * count - 1;
    set->groups = msim_get(set->mem, 2 * count * sizeof *set->groups, 64);
    for (uint64_t i = 0; i < count; i++)
        if (from[i].number)
            *place_of(set, from[i].number) = from[i];
}

struct msim_line_group *msim_line_group(struct msim_line_set *set, uint64_t line)
{
    uint64_t number = (line >> GROUP_BITS) + 1;
    struct msim_line_group *group = place_of(set, number);
    if (group->number)
        return group;
    if (set->used > set->mask / 2) {
        grow(set);
        group = place_of(set, number);
    }
    group->number = number;
    set->used++;
    return group;
}
