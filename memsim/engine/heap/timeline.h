/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The timeline: snapshots of the heap at roughly equal intervals, as many as the user allows.
 *
 * How long the program will run is unknown, so at first every change gives a snapshot.  When no
 * room is left, half of the snapshots are removed, each time the one whose neighbours are closest
 * in time.  From then on, a new snapshot must be at least as far from the one before as the closest
 * remaining ones are from each other.  The first and the last snapshot are never removed.
 *
 * One in a fixed number of snapshots is detailed: it has a tree.  The peak's snapshot is kept
 * elsewhere, because only the end shows which peak is the highest (heap.h).
 *
 * Cost: O(snapshots^2) each time no room is left, about once per doubling of the time.
 */
#pragma once

#include "tree.h"

struct msim_snapshot {
    uint64_t time;
    uint64_t heap, extra, stacks; /* bytes */
    uint64_t calls, changed;      /* calls; bytes allocated and freed, so far */
    uint32_t tree;                /* the root of its tree; 0: not detailed */
    uint32_t part;                /* the part of the run in which it was taken */
};

struct msim_timeline {
    struct msim_forest *forest; /* owns the trees */
    struct msim_snapshot *snapshots;
    uint32_t used, most;
    uint32_t detailed_freq, since_detailed;
    uint64_t min_gap;
};

/* `most`: snapshots that are kept.  Every `detailed_freq`-th has a tree. */
void msim_timeline_init(struct msim_timeline *timeline, const struct msim_mem *mem,
                        struct msim_forest *forest, uint32_t most, uint32_t detailed_freq);

/* True: it is time for a snapshot. */
static inline bool msim_timeline_wants(const struct msim_timeline *timeline, uint64_t time)
{
    return !timeline->used ||
           time - timeline->snapshots[timeline->used - 1].time >= timeline->min_gap;
}

/* True: the next snapshot should have a tree. */
bool msim_timeline_wants_tree(const struct msim_timeline *timeline);

/* Times must not decrease. */
void msim_timeline_add(struct msim_timeline *timeline, const struct msim_snapshot *snapshot);
