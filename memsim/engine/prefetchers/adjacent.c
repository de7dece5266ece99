/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The other line of an aligned pair, 128 bytes if lines have 64, after a miss. */
#include "prefetcher.h"

static void *make(const struct msim_mem *mem, unsigned shift, uint32_t ahead)
{
    (void)ahead;
    unsigned *own = msim_get(mem, sizeof *own, 8);
    *own = shift;
    return own;
}

static unsigned see(void *self, const struct msim_demand *demand, uint64_t *blocks)
{
    blocks[0] = demand->block ^ 1;
    return demand->missed && msim_same_page(blocks[0], demand->block, *(const unsigned *)self);
}

const struct msim_prefetcher msim_adjacent_prefetcher = {.make = make, .see = see};
