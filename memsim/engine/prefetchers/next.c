/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The next lines of the page, after a reference to data that misses, or that is the first to find a
 * line which was prefetched. */
#include "prefetcher.h"

struct next {
    unsigned shift;
    uint32_t ahead;
};

static void *make(const struct msim_mem *mem, unsigned shift, uint32_t ahead)
{
    struct next *next = msim_get(mem, sizeof *next, 8);
    *next = (struct next){shift, ahead};
    return next;
}

static unsigned see(void *self, const struct msim_demand *demand, uint64_t *blocks)
{
    const struct next *next = self;
    unsigned used = 0;
    if (demand->kind == MSIM_FETCH || !(demand->missed || demand->first))
        return 0;
    for (uint64_t block = demand->block + 1; used < next->ahead; block++) {
        if (!msim_same_page(block, demand->block, next->shift))
            break;
        blocks[used++] = block;
    }
    return used;
}

const struct msim_prefetcher msim_next_prefetcher = {
    .usual = 1, .least = 1, .most = 16, .make = make, .see = see};
