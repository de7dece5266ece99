/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A byte for every page that somebody has said something of; 0 for all others.
 *
 * Pages are numbers.  512 of them that are neighbours are a group, found by a hash; groups asked for
 * lately are found at once.  A group that is all zero after a removal is used again for others.
 *
 * Cost: 544 bytes for each group that is not empty, and 8 to 16 for each in the hash, whatever lies
 * between; a question is a few instructions.  Going through a range costs what the groups there are, or
 * all groups, whichever is less.
 */
#ifndef MSIM_ENGINE_BASE_PAGESET_H
#define MSIM_ENGINE_BASE_PAGESET_H

#include <stdbool.h>

#include "stream/mem.h"

enum { MSIM_GROUP_SHIFT = 9, MSIM_GROUP = 1 << MSIM_GROUP_SHIFT, MSIM_RECENT = 64 };

struct msim_group {
    uint64_t number;         /* of its first page >> MSIM_GROUP_SHIFT */
    struct msim_group *next; /* of the same hash, or the next spare one */
    uint8_t page[MSIM_GROUP];
};

struct msim_pageset {
    const struct msim_mem *mem;
    struct msim_arena arena;
    struct msim_group **heads, *spare;
    struct msim_group *recent[MSIM_RECENT]; /* by number */
    struct msim_group none;                 /* a recent one at first: no page has its number */
    uint64_t heads_used;                    /* a power of two */
    uint64_t groups;
};

void msim_pageset_init(struct msim_pageset *set, const struct msim_mem *mem);

/* The group of that number, made if it is not there. */
struct msim_group *msim_pageset_group(struct msim_pageset *set, uint64_t number);

/* The byte of a page. */
static inline uint8_t *msim_pageset_at(struct msim_pageset *set, uint64_t page)
{
    struct msim_group *group = set->recent[page >> MSIM_GROUP_SHIFT & (MSIM_RECENT - 1)];
    if (group->number != page >> MSIM_GROUP_SHIFT)
        group = msim_pageset_group(set, page >> MSIM_GROUP_SHIFT);
    return &group->page[page & (MSIM_GROUP - 1)];
}

/* The same without making anything: 0 if nothing has been said. */
uint8_t msim_pageset_get(const struct msim_pageset *set, uint64_t page);

/* Is all that is between `page` and the next group 0? */
bool msim_pageset_is_empty(const struct msim_pageset *set, uint64_t page);

/* Calls `each` with every page of first..last whose byte is not 0; it may change the byte, and no
 * other. */
void msim_pageset_each(struct msim_pageset *set, uint64_t first, uint64_t last,
                       void (*each)(void *self, uint64_t page, uint8_t *byte), void *self);

#endif
