/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Dividing all counts among contexts: the simulator knows which one counts, and an observer says
 * when another one begins.
 *
 * The observer is asked where that can be: when a segment runs that is of another function than the
 * last one, or that follows a call or a return.  In between, references are only added up.  What
 * waits in the queue to the outer levels follows a mark with its context.
 *
 * What a context counts in each part of the run (caches/parts.h) is sparse, too: nearly all
 * contexts count in one part only.  The first one in which a context counts is its home, and only
 * what it counts in others has a row, by part and context; what these leave of its counts is its
 * home's.
 *
 * Invariant: the sums over all contexts are the totals of the profile, for each count.
 * Cost: without an observer, none; with one, a comparison and two additions per segment.
 */
#pragma once

#include "engine/arrays/sparse.h"
#include "engine/base/pagecounts.h"
#include "engine/machine/counts.h"
#include "inlined.h"
#include "pairs.h"
#include "stream/mem.h"

/* Numbers of functions that are special; the others are up to the observer. */
enum {
    MSIM_FUNCTION_ANY = 0xfffd,        /* of a segment: it belongs to the context that runs */
    MSIM_FUNCTION_UNNUMBERED = 0xfffe, /* of a segment: the observer is asked each time */
    MSIM_FUNCTION_ASK = 0xffff         /* of no segment: the observer is asked for the next one */
};

/* Homes: a part + 1, or */
#define MSIM_HOME_NONE 0 /* it has not counted yet */
#define MSIM_HOME_NOWHERE                                                                          \
    UINT32_MAX /* each part has a row, because its counts will move elsewhere */

/* What a context's own code counts.  References are added at each transition.  The outer levels add
 * misses, in memory of their own.  What several cores do to each other is added as it happens. */
struct msim_context_refs {
    uint64_t count[MSIM_KINDS];
};
struct msim_context_misses {
    uint64_t count[MSIM_KINDS][MSIM_MISS_COUNTS];
    uint32_t home; /* of these */
    uint32_t number;
};
struct msim_context_shared {
    uint64_t count[MSIM_KINDS][MSIM_SHARED_COUNTS];
};

struct msim_contexts;

/* Whose frame an address in a stack is in: function 0 is unknown.  `offset` is from where the frame
 * begins, above its return address; frames grow down, so those of its variables are negative. */
struct msim_stack_place {
    uint32_t function;
    bool has_offset;
    int64_t offset;
    bool is_near;       /* the address is where this stack's frames are, or may be soon */
    uint64_t outermost; /* where the first of its frames begins that are known */
};

/* How far below where its innermost frame begins a stack may be in use. */
enum { MSIM_STACK_BELOW = 4096 };

/* A function of an observer, as the numbers of strings; object: + 1, 0 is unknown. */
struct msim_function_name {
    uint32_t name, object, file;
};

struct msim_context_observer {
    /* The function of a segment: from 1, MSIM_FUNCTION_ANY, or MSIM_FUNCTION_UNNUMBERED if all
     * numbers are taken. */
    uint16_t (*function)(void *self, uint32_t segment);
    /* The segment of record `ended` has ended (NULL: it is not known, or was no segment), and
     * record `begins` begins (NULL: it is not known yet).  Segments of any function are left out.
     * Enters the context that counts from now on; returns what is left of `accesses`. */
    uint64_t (*transition)(struct msim_contexts *contexts, const uint64_t *ended,
                           const uint64_t *begins, uint64_t instructions, uint64_t accesses);
    /* The thread, the signal handler or the part of the run changes. */
    void (*event)(struct msim_contexts *contexts, const uint64_t *record, uint64_t instructions);
    struct msim_table *refs; /* by context, which begins with struct msim_context_refs; 0 exists; */
    size_t home;             /* where in it its home is, a uint32_t; */
    struct msim_sparse *misses; /* and those that have any, its struct msim_context_misses, */
    struct msim_sparse *shared; /* and struct msim_context_shared */
    struct msim_inlined_counter *inlined; /* NULL: counts are not divided further */
    /* Finds the frame of an address.  Only a stack is looked at that has a frame from `first` to
     * `last`, where the address is, too: false if there is none.  `others`: also stacks that do not
     * run; of several, some are tried, and the one is meant that the address is near. */
    bool (*frame)(void *self, uint64_t address, uint64_t first, uint64_t last, bool others,
                  struct msim_stack_place *place);
    /* The innermost frame of the stack that runs: its function, and where it begins; 0: unknown. */
    uint64_t (*innermost)(void *self, uint32_t *function);
    /* The function that runs, or its caller, if that is in another object file, which asks for
     * something so; 0: unknown. */
    uint32_t (*asks)(void *self);
    /* The function of a context, and the context that called it; 0: none.  Returns the number
     * of the context that this one turned out to be, usually itself. */
    uint32_t (*names)(void *self, uint32_t context, uint32_t *function, uint32_t *outer);
    struct msim_function_name (*function_name)(void *self, uint32_t function);
    void *self;
};

struct msim_contexts {
    struct msim_context_observer observer;
    bool on;
    uint64_t limit;          /* bytes that they may take; 0: no limit */
    uint32_t number, queued; /* the context that counts, and the last one in the queue */
    struct msim_context_refs *refs;
    bool off;                          /* what runs is not collected: */
    struct msim_context_refs *own;     /* then `refs` are not its own, */
    struct msim_context_refs unwanted; /* but these */
    uint64_t fetched;                  /* instructions that are counted */
    uint32_t part;  /* that counts (caches/parts.h); 0: none does, or what runs is not collected */
    bool has_parts; /* a part has counted */
    bool divided;   /* then, if what runs is collected, counts are the part's */
    struct msim_pairs refs_in_parts;   /* by part and context, where that is not its home; */
    struct msim_pairs misses_in_parts; /* the same of the outer levels */
    struct msim_page_counts pages;
    struct msim_context_misses surplus; /* for what finds no room */
};

/* The home of what the context of these references counts, but for misses. */
static inline uint32_t *msim_context_home(const struct msim_contexts *contexts,
                                          struct msim_context_refs *refs)
{
    return (uint32_t *)(void *)((char *)refs + contexts->observer.home);
}

void msim_contexts_attach(struct msim_contexts *contexts,
                          const struct msim_context_observer *observer);

/* Adds the same references to the context's row in the current part, unless that is its home. */
void msim_contexts_settle_part(struct msim_contexts *contexts, uint64_t fetched, uint64_t accesses);

/* Counts one access. */
static inline void msim_contexts_reference(struct msim_contexts *contexts, enum msim_kind kind)
{
    contexts->refs->count[kind]++;
    if (__builtin_expect(contexts->divided, 0))
        msim_contexts_settle_part(contexts, 0, kind == MSIM_WRITE ? UINT64_C(1) << 32 : 1);
}

/* The outer levels': the counts of a context, which are made if it has none. */
struct msim_context_misses *msim_contexts_misses(struct msim_contexts *contexts, uint32_t number);

/* ... of which `times` are counted in this part; the first call is before any part counts. */
void msim_contexts_miss_in_part(struct msim_contexts *contexts, uint32_t number, uint32_t part,
                                enum msim_kind kind, enum msim_count count, uint64_t times);
void msim_contexts_part_misses(struct msim_contexts *contexts);

/* Counts what a reference of the site did among several cores: counts from MSIM_TRUE_SHARED on. */
void msim_contexts_share(struct msim_contexts *contexts, uint32_t site, enum msim_kind kind,
                         enum msim_count count, uint64_t times);

/* The same for the context and the part that caused something, which need not be those that count. */
void msim_contexts_caused(struct msim_contexts *contexts, uint32_t number, uint32_t part,
                          uint32_t site, enum msim_kind kind, enum msim_count count,
                          uint64_t times);

/* Counts what was added up.  `instructions`: begun so far; `accesses`: reads since the last time,
 * and writes << 32. */
static inline void msim_contexts_settle(struct msim_contexts *contexts, uint64_t instructions,
                                        uint64_t accesses)
{
    struct msim_context_refs *refs = contexts->refs;
    if (__builtin_expect(contexts->divided, 0))
        msim_contexts_settle_part(contexts, instructions - contexts->fetched, accesses);
    refs->count[MSIM_FETCH] += instructions - contexts->fetched;
    refs->count[MSIM_READ] += (uint32_t)accesses;
    refs->count[MSIM_WRITE] += accesses >> 32;
    contexts->fetched = instructions;
}

/* For the observer: `number`, whose counts are `refs`, counts from now on.  Returns what is left of
 * `accesses`. */
static inline uint64_t msim_contexts_enter(struct msim_contexts *contexts, uint32_t number,
                                           struct msim_context_refs *refs, uint64_t instructions,
                                           uint64_t accesses)
{
    if (number == contexts->number)
        return accesses;
    msim_contexts_settle(contexts, instructions, accesses);
    contexts->number = number;
    contexts->own = refs;
    contexts->refs = contexts->off ? &contexts->unwanted : refs;
    return 0;
}

/* From now on, counts belong to this part, or are not collected.  Call after a transition or an
 * event. */
void msim_contexts_collect(struct msim_contexts *contexts, uint32_t part, bool on);

/* Passes an event to the observer. */
void msim_contexts_event(struct msim_contexts *contexts, const uint64_t *record,
                         uint64_t instructions);
