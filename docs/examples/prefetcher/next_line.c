/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A prefetcher of the next line of the page, for each reference of data that misses; see
 * HACKING.md. */
#include "prefetcher.h"

enum { PAGE_SHIFT = 12 };

struct next_line {
    uint64_t last; /* a block is the last of its page if these bits are set */
};

static void *make(const struct msim_mem *mem, unsigned shift)
{
    struct next_line *next = msim_get(mem, sizeof *next, 8);
    next->last = shift < PAGE_SHIFT ? (UINT64_C(1) << (PAGE_SHIFT - shift)) - 1 : 0;
    return next;
}

static unsigned see(void *self, const struct msim_demand *demand, uint64_t *blocks)
{
    const struct next_line *next = self;
    if (!demand->missed || demand->kind == MSIM_FETCH || (demand->block & next->last) == next->last)
        return 0;
    blocks[0] = demand->block + 1;
    return 1;
}

const struct msim_prefetcher msim_next_line_prefetcher = {.make = make, .see = see};
