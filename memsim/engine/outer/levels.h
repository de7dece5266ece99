/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The outer levels (outer.h): their arrays, what observes them, and what they count. */
#pragma once

#include "engine/arrays/array.h"
#include "engine/arrays/companion.h"
#include "engine/arrays/reasons.h"
#include "engine/base/observer.h"
#include "engine/combining/buffers.h"
#include "engine/machine/geometry.h"
#include "engine/machine/profile.h"
#include "engine/parts/contexts.h"
#include "engine/parts/pairs.h"
#include "engine/ports/huge.h"
#include "engine/ports/pageframes.h"
#include "engine/prefetchers/prefetcher.h"
#include "misses.h"
#include "moves.h"
#include "plain.h"
#include "prefetched.h"

enum { MSIM_MISS_OBSERVERS = 8 };

/* Gets what missed, batch by batch: `misses` of an observer's row (base/observer.h). */
struct msim_miss_observer {
    void (*misses)(void *self, enum msim_missed_level level, const struct msim_ref *refs,
                   uint32_t used);
    /* And what each of them missed (misses.h). */
    void (*served)(void *self, const struct msim_ref *refs, const uint8_t *outcomes, uint32_t used);
    /* The line of this address is written to memory (traffic.h). */
    void (*wrote)(void *self, uint64_t first);
    void *self;
};

/* The prefetchers of a cache, and what came into it ahead. */
struct msim_prefetching {
    struct msim_prefetcher_choice choice[MSIM_PREFETCHERS_MAX];
    void *self[MSIM_PREFETCHERS_MAX];
    unsigned used;
    struct msim_prefetched prefetched;
    bool found; /* the reference that came last was the first to find a prefetched line */
    struct msim_prefetching *next; /* of all caches of all cores */
};

/* The outer levels that a core uses. */
struct msim_outer_core {
    struct msim_array *l2, *l3;
    struct msim_array *l2tlb[2]; /* instructions, data; the first serves both if they share it */
    struct msim_array *big_l2tlb[2];                     /* the same for huge pages */
    struct msim_prefetching *into[MSIM_PREFETCH_LEVELS]; /* those of D1 are in the simulator */
};

/* What levels must know of several cores (coherence/coherence.h): of lines that come ahead, which do so
 * whenever a core reads, and of those that an exclusive L3 gives away. */
struct msim_outer_sharing {
    /* The core that runs reads bytes into an L2 that it has to itself.  True: another supplies some. */
    bool (*reads)(void *self, const struct msim_ref *bytes);
    /* True: a core has changed some of them, so no level that cores share gets them ahead. */
    bool (*changed)(void *self, uint64_t first, uint64_t last);
    /* The core that runs reads a line that comes ahead into its D1, because of `by`, in the same way;
     * D1 has it in the slot then. */
    bool (*reads_line)(void *self, const struct msim_ref *by, uint64_t line);
    void (*has_line)(void *self, int64_t slot, uint64_t line);
    /* True: another core than the one that runs holds the line of this address. */
    bool (*others_hold)(void *self, uint64_t first);
    void *self; /* NULL: there is one core */
};

/* A line that comes into a level ahead. */
struct msim_coming {
    uint64_t first;             /* its address */
    enum msim_level into, from; /* from another one, or from memory: MSIM_LEVELS */
    enum msim_asker asker;
    int64_t slot; /* of D1; MSIM_NO_SLOT: it comes into another one */
};

/* Is told of each, and of D1's that the program asked for when they are used. */
struct msim_prefetches_coming {
    void (*comes)(void *self, const struct msim_coming *line);
    void (*used)(void *self, uint64_t slot, const struct msim_prefetch_cause *cause);
    void *self; /* `comes` is NULL: nobody is */
};

/* Makes the prefetchers of a level with lines of 1 << shift bytes. */
void msim_prefetching_init(struct msim_prefetching *with, const struct msim_mem *mem,
                           const struct msim_machine *machine, enum msim_level level,
                           unsigned shift);

/* The level was emptied. */
void msim_prefetching_empty(const struct msim_prefetching *with);

struct msim_outer_levels {
    struct msim_outer_core at;    /* of the core that runs */
    struct msim_outer_core *core; /* of each; instances that cores share are the same */
    uint32_t cores;
    bool private_l2; /* each of several cores has an L2 to itself */
    uint64_t waited; /* by several cores, all together: cycles beyond one for each instruction, */
    uint32_t latency[MSIM_LATENCIES]; /* as far as these are known */
    /* Companions of the same arrays (arrays/companion.h); NULL: none. */
    bool has_companions;
    struct msim_companion *full_l2, *full_l3, *full_l2tlb[2], *full_big_l2tlb[2];
    bool prefetches; /* lines come into some level ahead; */
    bool left;       /* and what is left of them is counted */
    struct msim_prefetch_sums sums[MSIM_PREFETCH_LEVELS];
    struct msim_prefetching *every; /* each cache once, the last one first */
    struct msim_outer_sharing sharing;
    struct msim_prefetch_counter counter;
    enum msim_asker placed_by; /* who asked for the line that D1 reported last, */
    int64_t placed_in;         /* and its slot */
    struct msim_plain_levels plain;
    struct msim_prefetches_coming coming;
    struct msim_buffers buffers; /* of stores that pass by the caches (--hints) */
    struct msim_traffic lines;   /* that are followed on their way in and out */
    struct msim_huge_map huge;
    struct msim_pageframes frames; /* by which L2 and L3 are indexed */
    bool has_l2, has_l3, has_l2tlb[2], shared_tlb;
    uint32_t now;       /* the time, which grows with every reference; */
    uint32_t now_limit; /* beyond this it is renumbered when a batch begins */
    const struct msim_profile *profile;
    struct msim_contexts *contexts;       /* NULL: counts are not divided */
    struct msim_context_misses *context;  /* NULL: it has none yet */
    struct msim_inlined_counter *inlined; /* NULL: not divided further */
    uint32_t context_number;
    struct msim_context_misses unwanted_context;
    struct msim_small_rows *part_misses; /* by part and site (caches/parts.h) */
    uint32_t part;                       /* that counts; 0: the profile has it alone */
    bool off;                            /* what misses is not collected: it counts */
    struct msim_row unwanted;            /* here */
    bool has_parts;                      /* a mark of a part or interval has been seen; then */
    struct msim_row total;               /* all that is collected, from the first mark on, */
    struct msim_table intervals;         /* and at each mark of an interval, struct msim_row */
    struct msim_miss_observer observer[MSIM_MISS_OBSERVERS];
    unsigned observers;
    const struct msim_miss_queue *attributed; /* the queue whose misses are attributed; or NULL */
    struct msim_ref missed_l2[MSIM_QUEUE];    /* of the batch that is being handled, */
    uint16_t of_batch[MSIM_QUEUE];            /* their places in it, */
    uint8_t outcome[MSIM_QUEUE];              /* and what each of the batch missed */
};

/* L2 or L3 of the core that runs; NULL: there is none. */
static inline struct msim_array *msim_outer_array(const struct msim_outer_levels *outer,
                                                  enum msim_level level)
{
    return level == MSIM_L2 ? outer->at.l2 : outer->at.l3;
}

/* A line came into the level; which of those that were sent past the caches might have stayed depends
 * on how many come into the last one (combining/sent.h). */
static inline void msim_outer_comes(struct msim_outer_levels *outer, enum msim_level level)
{
    if (level == MSIM_L3 || !outer->has_l3)
        msim_sent_comes(&outer->buffers.sent);
}

/* The prefetchers of D1, L2 or L3 of the core that runs. */
static inline struct msim_prefetching *msim_outer_into(const struct msim_outer_levels *outer,
                                                       enum msim_level level)
{
    return outer->at.into[msim_prefetch_place(level)];
}

void msim_outer_init(struct msim_outer_levels *outer, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_machine *machine,
                     const struct msim_profile *profile);

/* The references that come next are this core's. */
void msim_outer_run_on(struct msim_outer_levels *outer, uint32_t core);

/* Times have 32 bits: before they run out they are renumbered from 1, in the same order. */
void msim_outer_renumber(struct msim_outer_levels *outer);

/* Removes all blocks. */
void msim_outer_empty(struct msim_outer_levels *outer);

/* Attaches one of at most MSIM_MISS_OBSERVERS observers. */
void msim_outer_attach(struct msim_outer_levels *outer, const struct msim_miss_observer *observer);

/* Gives outcomes to the attribution of the queue, from which all batches come from now on. */
void msim_outer_attribute(struct msim_outer_levels *outer, const struct msim_miss_queue *queue);

/* True: there are outer levels or observers of misses; else only first levels count misses. */
bool msim_outer_has_work(const struct msim_outer_levels *outer);
