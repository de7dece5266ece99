/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The heap in each part of the run (engine/parts/tree.h): when regions were open; how large the
 * heap was when they began, when they ended, and at most; and how much of it they had allocated.
 *
 * A region is open from its beginning to its end, whichever thread runs in between; open in several
 * threads, it is open until the last of them ends it.  An inner region counts in those around it,
 * too.  Blocks belong to the part that allocated them, which is stored in their places (callers.h).
 *
 * Spans of time are kept for drawings, at most SPANS for each region; beyond that, the shortest
 * gaps between them are closed.  Everything else is exact.
 *
 * Cost: nothing before the first region.  Then a step for each open region and change of the heap,
 * and for each region around a block that begins or ends.
 */
#pragma once

#include <stdbool.h>

#include "engine/parts/open.h"

/* The heap at a time. */
struct msim_heap_at {
    uint64_t time;
    uint64_t heap, extra, stacks; /* bytes */
};

struct msim_heap_span {
    uint64_t from, to;
    uint32_t next; /* 0: this is the last span */
};

struct msim_heap_part {
    uint64_t live, live_most;               /* bytes allocated in it, now and at most, */
    uint64_t live_kept;                     /* and at its last end */
    struct msim_heap_at began, most, ended; /* at its first begin; the largest; at its last end */
    uint64_t opened;                        /* when it began, if it is open */
    uint64_t lasted;                        /* how long it was open in earlier spans */
    uint32_t open;                          /* threads in which it is open */
    uint32_t listed;                        /* its index in `open`, if it is open */
    bool known;                             /* it was ever open */
    uint32_t spans, first_span, last_span;  /* numbers in `span` */
};

struct msim_heap_parts {
    const struct msim_part_tree *tree;
    struct msim_table part; /* struct msim_heap_part, by number; only as far as needed */
    struct msim_table open; /* uint32_t: those that are open */
    struct msim_table span; /* struct msim_heap_span; element 0 is unused */
    uint32_t unused_span;   /* the first free span */
};

void msim_heap_parts_init(struct msim_heap_parts *parts, const struct msim_mem *mem,
                          const struct msim_part_tree *tree);

/* Takes the changes of parts of all threads. */
void msim_heap_parts_change(struct msim_heap_parts *parts, struct msim_open *open,
                            const struct msim_heap_at *now);

/* A block of this part, which is not 0, has become larger or smaller. */
void msim_heap_parts_gain(struct msim_heap_parts *parts, uint32_t part, uint64_t bytes);
void msim_heap_parts_lose(struct msim_heap_parts *parts, uint32_t part, uint64_t bytes);

/* The heap has changed while regions are open. */
void msim_heap_parts_compare(struct msim_heap_parts *parts, const struct msim_heap_at *now);

/* The state of a part as if the run ended now; `known`: it was ever open. */
struct msim_heap_part msim_heap_parts_end(const struct msim_heap_parts *parts, uint32_t part,
                                          const struct msim_heap_at *now);

/* A span; that of an open region ends now. */
struct msim_heap_span msim_heap_parts_span(const struct msim_heap_parts *parts, uint32_t span,
                                           const struct msim_heap_at *now);
