/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash of regions.h: open addressing, at most half full. */
#include "regions.h"

#include "stream/hash.h"

enum { BUCKETS = 2 * (MSIM_REGIONS_MAX + 1) };

struct msim_address_regions *msim_address_regions_new(const struct msim_mem *mem, unsigned shift)
{
    struct msim_address_regions *regions = msim_get(mem, sizeof *regions, 64);
    regions->shift = shift;
    regions->max = MSIM_REGIONS_MAX;
    regions->region = msim_get(mem, (MSIM_REGIONS_MAX + 1) * sizeof *regions->region, 64);
    regions->bucket = msim_get(mem, BUCKETS * sizeof *regions->bucket, 64);
    return regions;
}

uint32_t msim_address_region_seek(struct msim_address_regions *regions, uint64_t region)
{
    uint64_t at = msim_mix(region) & (BUCKETS - 1);
    while (regions->bucket[at] && regions->region[regions->bucket[at]] != region)
        at = (at + 1) & (BUCKETS - 1);
    if (!regions->bucket[at]) {
        if (regions->used >= regions->max)
            return 0;
        regions->bucket[at] = (uint16_t)++regions->used;
        regions->region[regions->used] = region;
    }
    uint64_t recent = region & (MSIM_REGIONS_RECENT - 1);
    regions->recent[recent].region = region;
    regions->recent[recent].number = regions->bucket[at];
    return regions->bucket[at];
}
