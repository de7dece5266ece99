/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The groups of pageset.h. */
#include "pageset.h"

#include "stream/hash.h"

enum { START = 64 };

void msim_pageset_init(struct msim_pageset *set, const struct msim_mem *mem)
{
    *set = (struct msim_pageset){.mem = mem, .heads_used = START};
    msim_arena_init(&set->arena, mem);
    set->heads = msim_get(mem, START * sizeof *set->heads, 8);
    set->none.number = UINT64_MAX;
    for (unsigned i = 0; i < MSIM_RECENT; i++)
        set->recent[i] = &set->none;
}

static struct msim_group **head_of(const struct msim_pageset *set, uint64_t number)
{
    return &set->heads[msim_mix(number) >> 32 & (set->heads_used - 1)];
}

static void rehash(struct msim_pageset *set)
{
    struct msim_group **old = set->heads;
    uint64_t old_used = set->heads_used;
    set->heads_used *= 4;
    set->heads = msim_get(set->mem, set->heads_used * sizeof *set->heads, 8);
    for (uint64_t i = 0; i < old_used; i++)
        for (struct msim_group *group = old[i], *next; group; group = next) {
            struct msim_group **head = head_of(set, group->number);
            next = group->next;
            group->next = *head;
            *head = group;
        }
}

static struct msim_group *find(const struct msim_pageset *set, uint64_t number)
{
    struct msim_group *group = *head_of(set, number);
    while (group && group->number != number)
        group = group->next;
    return group;
}

struct msim_group *msim_pageset_group(struct msim_pageset *set, uint64_t number)
{
    struct msim_group *group = find(set, number);
    if (group)
        return set->recent[number & (MSIM_RECENT - 1)] = group;
    if (set->groups++ >= set->heads_used)
        rehash(set);
    group = set->spare;
    if (group)
        set->spare = group->next;
    else
        group = msim_arena_get(&set->arena, sizeof *group);
    struct msim_group **head = head_of(set, number);
    group->number = number;
    group->next = *head;
    *head = group;
    return set->recent[number & (MSIM_RECENT - 1)] = group;
}

uint8_t msim_pageset_get(const struct msim_pageset *set, uint64_t page)
{
    const struct msim_group *group = find(set, page >> MSIM_GROUP_SHIFT);
    return group ? group->page[page & (MSIM_GROUP - 1)] : 0;
}

struct range {
    uint64_t first, last;
    void (*each)(void *self, uint64_t page, uint8_t *byte);
    void *self;
};

/* True if nothing is left in the group. */
static bool visit(struct msim_group *group, const struct range *range)
{
    uint64_t page = group->number << MSIM_GROUP_SHIFT;
    uint8_t left = 0;
    for (unsigned i = 0; i < MSIM_GROUP; i++, page++) {
        if (group->page[i] && page >= range->first && page <= range->last)
            range->each(range->self, page, &group->page[i]);
        left |= group->page[i];
    }
    return !left;
}

/* Visits the group that `link` points to and returns the link to the group after it. */
static struct msim_group **visit_at(struct msim_pageset *set, struct msim_group **link,
                                    const struct range *range)
{
    struct msim_group *group = *link;
    if (!visit(group, range))
        return &group->next;
    *link = group->next;
    group->next = set->spare;
    set->spare = group;
    set->groups--;
    set->recent[group->number & (MSIM_RECENT - 1)] = &set->none;
    return link;
}

void msim_pageset_each(struct msim_pageset *set, uint64_t first, uint64_t last,
                       void (*each)(void *self, uint64_t page, uint8_t *byte), void *self)
{
    struct range range = {first, last, each, self};
    uint64_t from = first >> MSIM_GROUP_SHIFT, to = last >> MSIM_GROUP_SHIFT;
    if (to - from >= set->heads_used) {
        for (uint64_t i = 0; i < set->heads_used; i++)
            for (struct msim_group **link = &set->heads[i]; *link;)
                if ((*link)->number >= from && (*link)->number <= to)
                    link = visit_at(set, link, &range);
                else
                    link = &(*link)->next;
        return;
    }
    for (uint64_t number = from; number <= to; number++) {
        struct msim_group **link = head_of(set, number);
        while (*link && (*link)->number != number)
            link = &(*link)->next;
        if (*link)
            visit_at(set, link, &range);
    }
}

static void forget(void *self, uint64_t page, uint8_t *byte)
{
    (void)self, (void)page;
    *byte = 0;
}

void msim_pageset_forget(struct msim_pageset *set, uint64_t first, uint64_t last)
{
    msim_pageset_each(set, first, last, forget, NULL);
}
