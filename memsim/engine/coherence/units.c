/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The groups of units.h. */
#include "units.h"

#include "stream/hash.h"

enum { START = 64 };

void msim_units_init(struct msim_units *units, const struct msim_mem *mem)
{
    units->mem = mem;
    units->heads_used = START;
    units->groups = 0;
    units->heads = msim_get(mem, START * sizeof *units->heads, 8);
    units->none.number = UINT64_MAX;
    for (unsigned i = 0; i < MSIM_UNIT_RECENT; i++)
        units->recent[i] = &units->none;
}

static struct msim_unit_group **head_of(const struct msim_units *units, uint64_t number)
{
    return &units->heads[msim_mix(number) >> 32 & (units->heads_used - 1)];
}

static void add(struct msim_units *units, struct msim_unit_group *group)
{
    struct msim_unit_group **head = head_of(units, group->number);
    group->next = *head;
    *head = group;
}

static void rehash(struct msim_units *units)
{
    struct msim_unit_group **old = units->heads;
    uint64_t old_used = units->heads_used;
    units->heads_used *= 4;
    units->heads = msim_get(units->mem, units->heads_used * sizeof *units->heads, 8);
    for (uint64_t i = 0; i < old_used; i++)
        for (struct msim_unit_group *group = old[i], *next; group; group = next) {
            next = group->next;
            add(units, group);
        }
}

struct msim_unit_group *msim_units_group(struct msim_units *units, uint64_t number)
{
    struct msim_unit_group *group = *head_of(units, number);
    while (group && group->number != number)
        group = group->next;
    if (!group) {
        if (units->groups++ >= units->heads_used)
            rehash(units);
        group = msim_get(units->mem, sizeof *group, 64);
        group->number = number;
        add(units, group);
    }
    return units->recent[number & (MSIM_UNIT_RECENT - 1)] = group;
}
