/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Short names for regions of memory: the regions that a program uses, numbered from 1 in order of
 * use.
 *
 * A tag must distinguish the blocks of one set.  If the sets together span at least a region, the
 * region of a block does that, for this number of sets and all larger ones.  The region's 16-bit
 * number is half as long as a tag, so twice as many fit into a vector and into a cache.  65,535
 * regions of at least 32 KB cover 2 GB of touched memory; if that does not suffice, the stacks
 * return to full tags (lru.h).
 *
 * Cost: a comparison if the region is in a small table of recent ones, else a hash look-up.
 */
#pragma once

#include <stdint.h>

#include "stream/mem.h"

enum { MSIM_REGIONS_MAX = UINT16_MAX, MSIM_REGIONS_RECENT = 512 };

struct msim_address_regions {
    unsigned shift;     /* address to region */
    uint32_t used, max; /* max: at most MSIM_REGIONS_MAX */
    uint64_t *region;   /* by number */
    uint16_t *bucket;   /* the hash: numbers, 0 if empty */
    struct {
        uint64_t region;
        uint32_t number;
    } recent[MSIM_REGIONS_RECENT];
};

struct msim_address_regions *msim_address_regions_new(const struct msim_mem *mem, unsigned shift);

/* The slow half of msim_address_region. */
uint32_t msim_address_region_seek(struct msim_address_regions *regions, uint64_t region);

/* The number of the region with this address; 0: no number is left. */
static inline uint32_t msim_address_region(struct msim_address_regions *regions, uint64_t address)
{
    uint64_t region = address >> regions->shift, at = region & (MSIM_REGIONS_RECENT - 1);
    if (__builtin_expect(regions->recent[at].region == region && regions->recent[at].number, 1))
        return regions->recent[at].number;
    return msim_address_region_seek(regions, region);
}
