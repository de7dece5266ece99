/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dividing the counts of source lines among the parts of a run (engine/parts/tree.h), and among
 * intervals of time.
 *
 * A boundary lies between two segments.  There, what each segment ran since the last boundary is
 * given to the part that ended.  Where there are many boundaries, the loop lists the segments that
 * ran, so a boundary costs as much as there are of them; else a boundary looks at all segments.
 * What missed waits in the queue to the outer levels after a mark with its part, and they count it
 * in memory of their own, because they may be in another process.
 *
 * What is not collected is simulated, and counts nowhere.
 *
 * Of each part only what differs is kept: how often segments ran in it, and how often sites missed.
 * The references of its sites follow from the former (partcounts.h).
 *
 * Invariant: what the parts count, with part 0, is what the profile counts.  Cost: none before the
 * first boundary; then, where there are many, a comparison per segment.
 */
#pragma once

#include "engine/machine/profile.h"
#include "engine/outer/misses.h"
#include "engine/parts/contexts.h"
#include "engine/parts/open.h"
#include "engine/parts/pairs.h"
#include "hot.h"

struct msim_parts;

/* Takes what ran between boundaries (engine/time/). */
struct msim_interval_observer {
    /* Since the last boundary, all ran in the part `parts->number`, or is not collected
     * (`parts->off`); called before it is given away, also at the end of the run. */
    void (*ran)(void *self, struct msim_parts *parts, uint64_t instructions);
    void *self;
};

/* Follows which regions are open, in all threads (engine/heap/). */
struct msim_region_observer {
    /* Takes the changes that `parts->open` kept, and empties the list. */
    void (*changed)(void *self, struct msim_open *open, uint64_t instructions);
    void *self;
};

/* Has read records that the simulator has not yet, and must know their parts (engine/pagein/). */
struct msim_part_claimer {
    const uint64_t *next; /* the first record whose part it waits for; NULL: none */
    /* What waits of records before `end` (NULL: of all) belongs to this part. */
    void (*claim)(void *self, const uint64_t *end, uint32_t part);
    void *self;
};

/* Has counts that belong to no part, if some were added up before there are any. */
struct msim_part_beginning {
    void (*begins)(void *self); /* NULL: nobody has */
    void *self;
};

struct msim_parts {
    struct msim_hot_records *hot;
    struct msim_miss_queue *queue;
    struct msim_contexts *contexts;
    struct msim_profile *profile;
    struct msim_open open;
    uint32_t number;               /* the part that counts */
    uint32_t event;                /* that events belong to: the one of what ran before them */
    bool off;                      /* what runs is not collected */
    bool on;                       /* there has been a boundary */
    bool listed;                   /* `ran` has all segments that ran since the last boundary */
    bool often;                    /* there are many boundaries, as seen by the last ones */
    uint64_t boundary_at;          /* instructions begun at the last boundary */
    struct msim_table ran;         /* their numbers, uint32_t; */
    uint32_t ran_used;             /* the first of these */
    struct msim_row conditional;   /* conditional accesses since the last boundary */
    struct msim_table unsettled;   /* by segment: how often it ran that the profile does not know,
                                       uint64_t */
    struct msim_small_times times; /* by part but 0, and segment: how often it ran */
    struct msim_small_rows refs;   /* by part but 0, and site: what does not follow from that; */
    struct msim_small_rows misses; /* and what the outer levels count */
    uint64_t limit;                /* a boundary is due when this many instructions have run */
    struct msim_interval_observer intervals;
    struct msim_region_observer regions;
    struct msim_part_claimer claimer;
    struct msim_part_beginning beginning;
};

/* The others live as long as the parts. */
void msim_parts_init(struct msim_parts *parts, const struct msim_mem *mem,
                     struct msim_hot_records *hot, struct msim_miss_queue *queue,
                     struct msim_contexts *contexts, struct msim_profile *profile);

/* What runs from the start is not collected, in all threads; call when all observers are
 * attached. */
void msim_parts_start_off(struct msim_parts *parts);

/* Attaches the observer of intervals, which sets `limit`. */
void msim_parts_attach(struct msim_parts *parts, const struct msim_interval_observer *intervals);

/* Attaches the observer of regions. */
void msim_parts_attach_regions(struct msim_parts *parts, const struct msim_region_observer *regions,
                               const struct msim_mem *mem);

/* Records before `end` (NULL: all) were in the part that counts. */
static inline void msim_parts_claim(struct msim_parts *parts, const uint64_t *end)
{
    if (__builtin_expect(parts->claimer.next != NULL, 0))
        parts->claimer.claim(parts->claimer.self, end, parts->number);
}

/* An interval of time ends: what missed so far is added to the outer levels' `intervals`. */
void msim_parts_end_interval(struct msim_parts *parts);

/* A boundary: gives away what ran.  `instructions`: begun so far. */
void msim_parts_boundary(struct msim_parts *parts, uint64_t instructions);

/* After a change of what is open: another part may count from now on. */
void msim_parts_transition(struct msim_parts *parts, uint64_t instructions);

/* What was counted since the last dump is forgotten. */
void msim_parts_forget(struct msim_parts *parts, uint64_t instructions);

/* Takes an event of the stream. */
void msim_parts_event(struct msim_parts *parts, const uint64_t *record, uint64_t instructions);

/* True: the boundaries so far make it worth while to list the segments that run.  If not, each
 * boundary looks at all segments; that is cheaper where boundaries are far apart. */
bool msim_parts_lists(struct msim_parts *parts);

/* Call before records are run: from now on each segment that runs is reported. */
void msim_parts_list(struct msim_parts *parts);

/* A segment runs for the first time since the last boundary. */
void msim_parts_ran(struct msim_parts *parts, uint32_t segment);

/* Counts a conditional access, or a miss in a first level's companion, in its part; true: it is
 * collected. */
bool msim_parts_count(struct msim_parts *parts, uint32_t site, enum msim_kind kind,
                      enum msim_count count, uint64_t times);

/* Brings the profile and the parts up to date. */
void msim_parts_settle(struct msim_parts *parts, uint64_t instructions);

/* Resets all counts: a forked child counts only what it runs itself. */
void msim_parts_clear(struct msim_parts *parts);
