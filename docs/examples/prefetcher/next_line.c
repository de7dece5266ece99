/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A prefetcher of the next line of the page, for each reference of data that misses; see
 * HACKING.md. */
#include "prefetcher.h"

static void *make(const struct msim_mem *mem, unsigned shift, uint32_t ahead)
{
    unsigned *own = msim_get(mem, sizeof *own, 8);
    (void)ahead;
    *own = shift;
    return own;
}

static unsigned see(void *self, const struct msim_demand *demand, uint64_t *blocks)
{
    unsigned shift = *(const unsigned *)self;
    blocks[0] = demand->block + 1;
    return demand->missed && demand->kind != MSIM_FETCH &&
           msim_same_page(blocks[0], demand->block, shift);
}

const struct msim_prefetcher msim_next_line_prefetcher = {.make = make, .see = see};
