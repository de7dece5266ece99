/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dividing all counts among contexts: the simulator knows which one counts, and an observer says when
 * another one begins.
 *
 * The observer is asked at the two places where that can be: when a segment of another function runs
 * than the last one did, and after a segment that calls or returns.  In between, references are only
 * added up.  What waits in the queue to the outer levels follows a mark with its context.
 *
 * Invariant: the sums over all contexts are the totals of the profile, for each count.
 * Cost: without an observer, none; with one, a comparison and two additions per segment.
 */
#ifndef MSIM_ENGINE_CACHES_CONTEXTS_H
#define MSIM_ENGINE_CACHES_CONTEXTS_H

#include "engine/base/pagecounts.h"
#include "engine/machine/counts.h"
#include "stream/mem.h"

/* Numbers of functions that are special; the others are up to the observer. */
enum {
    MSIM_FUNCTION_NONE = 0,            /* of events */
    MSIM_FUNCTION_UNNUMBERED = 0xfffd, /* of a segment: the observer is asked each time */
    MSIM_FUNCTION_ONE_BY_ONE = 0xfffe, /* the same, and its references are counted one by one */
    MSIM_FUNCTION_ASK = 0xffff         /* of a context: the observer is asked for every segment */
};

/* A context, and the function whose segments belong to it (or MSIM_FUNCTION_ASK). */
struct msim_turn {
    uint32_t context;
    uint16_t function;
};

/* What a context's own code counts.  References are added at each turn, misses by the outer levels, in
 * memory of their own. */
struct msim_context_refs {
    uint64_t count[MSIM_KINDS];
};
struct msim_context_misses {
    uint64_t count[MSIM_KINDS][MSIM_COUNTS - MSIM_MISS_L1];
};

struct msim_context_observer {
    /* The function of a segment, from 1; MSIM_FUNCTION_UNNUMBERED: all numbers are taken. */
    uint16_t (*function)(void *self, uint32_t segment);
    /* A segment begins that is not of the function that runs.  `from`: the segment before. */
    struct msim_turn (*arrive)(void *self, uint32_t segment, uint32_t from);
    /* A segment that calls or returns has ended. */
    struct msim_turn (*leave)(void *self, const uint64_t *record);
    /* The thread or signal handler changes. */
    struct msim_turn (*event)(void *self, const uint64_t *record);
    struct msim_table *refs;   /* by context, which begins with struct msim_context_refs; */
    struct msim_table *misses; /* and its struct msim_context_misses; context 0 exists */
    void *self;
};

struct msim_contexts {
    struct msim_context_observer observer;
    bool on;
    uint16_t function;
    uint32_t number, queued; /* the context that counts, and the last one in the queue */
    struct msim_context_refs *refs;
    uint64_t fetched;  /* instructions that are counted */
    uint64_t accesses; /* that are not: reads, writes << 32 */
    struct msim_page_counts pages;
};

void msim_contexts_attach(struct msim_contexts *contexts,
                          const struct msim_context_observer *observer);

/* Counts what was added up.  `instructions`: begun so far. */
void msim_contexts_settle(struct msim_contexts *contexts, uint64_t instructions);

/* These ask the observer. */
/* `before`: the record before this one; NULL: it is not known. */
void msim_contexts_arrive(struct msim_contexts *contexts, const uint64_t *record,
                          const uint64_t *before, uint64_t instructions);
void msim_contexts_leave(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions);
void msim_contexts_event(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions);

#endif
