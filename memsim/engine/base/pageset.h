/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One status byte per page; unset pages read as 0.
 *
 * Pages are numbers.  512 adjacent pages form a group, found by a hash; recently used groups are
 * found at once.  A group whose bytes are all 0 after a removal is reused.
 *
 * Cost: 544 bytes for each group that is not empty, and 8 to 16 for each in the hash, however far
 * apart they are.  A look-up takes a few instructions.  Visiting a range takes as long as visiting
 * the groups it could have, or all groups, whichever are fewer.
 */
#pragma once

#include <stdbool.h>

#include "stream/mem.h"

enum { MSIM_GROUP_SHIFT = 9, MSIM_GROUP = 1 << MSIM_GROUP_SHIFT, MSIM_RECENT = 64 };

struct msim_group {
    uint64_t number;         /* of its first page >> MSIM_GROUP_SHIFT */
    struct msim_group *next; /* in its chain of the hash, or of the spare ones */
    uint8_t page[MSIM_GROUP];
};

struct msim_pageset {
    const struct msim_mem *mem;
    struct msim_arena arena;
    struct msim_group **heads, *spare;
    struct msim_group *recent[MSIM_RECENT]; /* by number */
    struct msim_group none;                 /* what `recent` starts with: no page has its number */
    uint64_t heads_used;                    /* a power of two */
    uint64_t groups;
};

void msim_pageset_init(struct msim_pageset *set, const struct msim_mem *mem);

/* The group with this number, created if necessary. */
struct msim_group *msim_pageset_group(struct msim_pageset *set, uint64_t number);

/* The byte of a page. */
static inline uint8_t *msim_pageset_at(struct msim_pageset *set, uint64_t page)
{
    struct msim_group *group = set->recent[page >> MSIM_GROUP_SHIFT & (MSIM_RECENT - 1)];
    if (group->number != page >> MSIM_GROUP_SHIFT)
        group = msim_pageset_group(set, page >> MSIM_GROUP_SHIFT);
    return &group->page[page & (MSIM_GROUP - 1)];
}

/* The same without creating anything. */
uint8_t msim_pageset_get(const struct msim_pageset *set, uint64_t page);

/* Calls `each` for every page of first..last whose byte is not 0.  It may change that byte and no
 * other. */
void msim_pageset_each(struct msim_pageset *set, uint64_t first, uint64_t last,
                       void (*each)(void *self, uint64_t page, uint8_t *byte), void *self);

/* Makes the bytes of all these pages 0. */
void msim_pageset_forget(struct msim_pageset *set, uint64_t first, uint64_t last);
