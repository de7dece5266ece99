/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timeline: snapshots of the heap at about equal distances in time, as many as the user allows.
 *
 * How long the program will run is not known.  So at first every change is a snapshot.  When there is no
 * room left, half of them are removed, one by one that whose neighbours are closest in time; from then
 * on a snapshot has to be as far from the one before it as the closest that remained.  The first and the
 * last are never removed.
 *
 * Every so many snapshots one is detailed: it has a tree.  The peak's snapshot is not kept here, since
 * when it is the peak for good is known at the end only (heap.h).
 *
 * Cost: O(snapshots^2) each time there is no room, which is about once for each doubling of the time.
 */
#ifndef MSIM_ENGINE_HEAP_TIMELINE_H
#define MSIM_ENGINE_HEAP_TIMELINE_H

#include "tree.h"

struct msim_snapshot {
    uint64_t time;
    uint64_t heap, extra, stacks; /* bytes */
    uint64_t calls, changed; /* of allocation functions, and bytes allocated and freed, so far */
    uint32_t tree;           /* its root; 0: not detailed */
};

struct msim_timeline {
    struct msim_forest *forest; /* that the trees are from */
    struct msim_snapshot *snapshots;
    uint32_t used, most;
    uint32_t detailed_freq, since_detailed;
    uint64_t min_gap;
};

/* At most `most` snapshots are kept. */
void msim_timeline_init(struct msim_timeline *timeline, const struct msim_mem *mem,
                        struct msim_forest *forest, uint32_t most, uint32_t detailed_freq);

/* Is it time for a snapshot? */
static inline bool msim_timeline_wants(const struct msim_timeline *timeline, uint64_t time)
{
    return !timeline->used ||
           time - timeline->snapshots[timeline->used - 1].time >= timeline->min_gap;
}

/* Should the next one have a tree? */
bool msim_timeline_wants_tree(const struct msim_timeline *timeline);

/* Times never go back. */
void msim_timeline_add(struct msim_timeline *timeline, const struct msim_snapshot *snapshot);

#endif
