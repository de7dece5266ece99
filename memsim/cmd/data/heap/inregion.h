/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a heap over time lies in the regions that are selected.
 *
 * The file of allocations says in which region each snapshot was taken, and when each region was
 * open (docs/format.md).  Times are those of the heap's file.
 */
#pragma once

#include "alloc.h"
#include "set.h"

struct msim_heaped_in_region {
    const char *name;             /* as users select it; "-": what is in no region */
    bool *snapshot;               /* by number: it is in the selection */
    size_t snapshots;             /* how many are */
    struct msim_alloc_span *span; /* when it was open, in their order, */
    size_t spans;                 /* without overlaps */
    bool has_most;
    struct msim_alloc_moment most; /* the largest heap meanwhile */
};

/* Selects by alloc->profile.regions.  `heap` may be NULL.  False: the snapshots are of another
 * run. */
bool msim_heaped_select(struct msim_heaped_in_region *in, const struct msim_heaped *heap,
                        const struct msim_allocated *alloc);
/* Its times become calls or bytes, as those of the snapshots will; between these, in proportion. */
void msim_heaped_in_region_by(struct msim_heaped_in_region *in,
                              const struct msim_alloc_time *const *times, size_t used, bool bytes);

void msim_heaped_in_region_free(struct msim_heaped_in_region *in);

/* The line `desc: at` of each snapshot, from malloc; NULL: the file is of another run. */
const struct msim_alloc_time **msim_heaped_times(const struct msim_heaped *heap,
                                                 const struct msim_allocated *alloc);
