/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The simulator's state (sim.h), what makes it, and what attaches to it. */
#pragma once

#include "cores.h"
#include "engine/arrays/companion.h"
#include "engine/base/pageset.h"
#include "engine/branches/ends.h"
#include "engine/machine/core.h"
#include "engine/machine/geometry.h"
#include "engine/machine/profile.h"
#include "engine/outer/misses.h"
#include "engine/outer/outer.h"
#include "engine/parts/contexts.h"
#include "engine/ports/huge.h"
#include "engine/ports/port.h"
#include "hot.h"
#include "mapper.h"
#include "parts.h"
#include "touch.h"

/* Gets the events of the stream; `instructions` were begun by the segments before the event. */
struct msim_events {
    void (*event)(void *self, const uint64_t *record, uint64_t instructions);
    void *self;
};

/* Sees each record of a segment before its references, when its context and part are known, and
 * after them; either may be NULL. */
struct msim_segment_observer {
    /* Sees none that begin before so many instructions, but for a few; NULL: sees all. */
    const uint64_t *from;
    void (*segment)(void *self, const uint64_t *record);
    void (*completed)(void *self, const uint64_t *record);
    /* Sees the others, many at a time, after they ran; NULL: it does not. */
    void (*skipped)(void *self, const uint64_t *words, const uint64_t *end, uint64_t instructions);
    void *self;
    bool skips; /* it will see so what runs now */
};

/* Knows how long the cores take for what they run; its functions are NULL: nobody does. */
struct msim_timer {
    /* The core that runs does so from now on, when its clock is `now`; when `most` more have
     * passed, the timer ends its slice (sim->cores.over). */
    void (*begin)(void *self, uint64_t now, uint64_t most);
    /* How long it took since then. */
    uint64_t (*took)(const void *self);
    /* A write of the bytes from `first` on missed nothing, but other cores lost copies. */
    void (*copies)(void *self, uint64_t first);
    void *self;
};

/* Takes, of lines that the program asked for (--hints), what a simulated core knows of their times;
 * its functions are NULL: nobody does. */
struct msim_hint_times {
    void (*used)(void *self, const struct msim_prefetch_cause *cause,
                 const struct msim_hint_timing *timing);
    /* Nothing retires for so many cycles, as a load waits for the line. */
    void (*held)(void *self, const struct msim_prefetch_cause *cause, uint64_t cycles);
    void *self;
};

/* Counts branches (branches/ends.h); its functions are NULL: nobody does. */
struct msim_branch_observer {
    struct msim_table *ends;             /* struct msim_branch_end, by segment */
    struct msim_simple_branches *simple; /* by core; NULL: the next one says what is foreseen */
    bool (*foresees)(void *self, const struct msim_branch_end *end, const uint64_t *record);
    /* Counts a branch where it is, as there are contexts or parts. */
    void (*count)(void *self, uint32_t segment, bool wrong);
    void (*settle)(void *self); /* parts begin: what ends have belongs to none */
    void *self;
};

/* How lines of first levels are followed (followed.c). */
struct msim_followed_lines {
    bool data;    /* those of D1 are, */
    bool come;    /* and of I1, and the outer levels are informed of each that comes and leaves; */
    bool at_once; /* and must be, before the next reference */
    bool back, through, passes_writes;
    bool each; /* each access is referenced by itself if the front does not know it */
};

struct msim_text;

enum { MSIM_MORE_LINES = 2 }; /* observers that have such lines */

/* Lines that an observer adds to the file of counts, before its summary. */
struct msim_more_lines {
    void (*put)(const void *self, struct msim_text *text); /* NULL: none does */
    const void *self;
};

struct msim_sim {
    const struct msim_dict *dict;
    struct msim_profile *profile;
    struct msim_hot_records hot;
    struct msim_contexts contexts;
    struct msim_parts parts;
    struct msim_huge_map huge;
    struct msim_core_set cores;
    struct msim_port *instr, *data;       /* of the core that runs, */
    struct msim_first *first;             /* and the prefetchers of its D1 */
    struct msim_full_level full_cache[2]; /* companions of first levels: instructions, data; */
    struct msim_full_level full_tlb[2];   /* with them, every reference is simulated by itself */
    uint32_t now;       /* the time of the ports, which grows with every reference; */
    uint32_t now_limit; /* beyond this it is renumbered when a chunk begins */
    struct msim_miss_queue queue;
    struct msim_outer_levels outer;
    uint64_t instructions;                 /* begun in all segments so far */
    struct msim_events events;             /* `event` is NULL: nothing reads the events */
    struct msim_segment_observer segments; /* its functions are NULL: nothing observes them */
    struct msim_page_observer pages;       /* `touch` is NULL: nothing observes pages (touch.h) */
    struct msim_timer timer;               /* of several cores */
    struct msim_branch_observer branches;
    struct msim_hint_times hint_times;
    bool drains;      /* misses are passed on at once, as what follows must know of them */
    bool passes_code; /* those of code are */
    struct msim_followed_lines lines;
    struct msim_mapper mapper; /* `map` is NULL: data is where the program has it */
    struct msim_more_lines more[MSIM_MORE_LINES];
};

void msim_sim_init(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_dict *dict,
                   struct msim_profile *profile, const struct msim_machine *machine);

/* Prepares new segments of the dictionary; call before a chunk contains them. */
void msim_sim_extend(struct msim_sim *sim);

/* Attaches an observer of misses (outer.h). */
void msim_sim_attach_misses(struct msim_sim *sim, const struct msim_miss_observer *observer);

/* Attaches the one observer that attributes misses (misses.h). */
void msim_sim_attach_attribution(struct msim_sim *sim, const struct msim_attribution *attribution);

/* From now on `receiver` takes what misses the first levels; NULL: the outer levels, here. */
void msim_sim_send_misses(struct msim_sim *sim, const struct msim_miss_receiver *receiver);

/* Attaches the one observer of traffic; without traffic there is nothing to observe. */
void msim_sim_attach_traffic(struct msim_sim *sim, const struct msim_traffic_observer *observer);

/* Attaches an observer that divides all counts among contexts; call before there are segments. */
void msim_sim_attach_contexts(struct msim_sim *sim, const struct msim_context_observer *observer);

/* Attaches a mapper; call before there are segments, and attach no contexts, parts or pages. */
void msim_sim_attach_mapper(struct msim_sim *sim, const struct msim_mapper *mapper);

/* Attaches the observer of what several cores share. */
void msim_sim_attach_sharing(struct msim_sim *sim, const struct msim_sharing_observer *observer);

/* True: the simulator can find the first touches of pages, with its machine. */
bool msim_sim_finds_pages(const struct msim_sim *sim);

/* Then, attaches an observer of pages; call before there are segments. */
void msim_sim_attach_pages(struct msim_sim *sim, const struct msim_page_observer *pages);

/* Attaches the one observer that knows the time of several cores. */
void msim_sim_attach_timer(struct msim_sim *sim, const struct msim_timer *timer);

/* Has these lines added, after those of others. */
void msim_sim_add_lines(struct msim_sim *sim, const struct msim_more_lines *lines);

/* Attaches the observer of branches. */
void msim_sim_attach_branches(struct msim_sim *sim, const struct msim_branch_observer *observer);

/* Attaches the one observer of segments, for which the loop has a slower variant. */
void msim_sim_attach_segments(struct msim_sim *sim, const struct msim_segment_observer *observer);

/* How many words of the stream may run that are shown to no one; 0: the next record may be. */
static inline uint64_t msim_sim_words_unshown(const struct msim_sim *sim)
{
    enum { NEAR = 16 }; /* words: fewer are shown, as the observer does not mind */
    const struct msim_segment_observer *segments = &sim->segments;
    if (sim->queue.attribution.record || segments->segment)
        return 0;
    if (!segments->completed)
        return UINT64_MAX;
    if (!segments->from || *segments->from <= sim->instructions)
        return 0;
    uint64_t left = *segments->from - sim->instructions;
    return left < NEAR * sim->hot.most_instrs ? 0 : left / sim->hot.most_instrs;
}

/* Adds to an observer's column (machine/counts.h), where this is: at the site, in the context and
 * the part that count. */
void msim_sim_observe(struct msim_sim *sim, unsigned column, uint32_t site, uint64_t times);

/* Makes the observer of pages see references to the addresses first..last even if a TLB holds their
 * pages. */
void msim_sim_watch(struct msim_sim *sim, uint64_t first, uint64_t last);

/* The same for one page, on the side of `kind`; if `on` is false, ends it. */
void msim_sim_watch_page(struct msim_sim *sim, enum msim_kind kind, uint64_t address, bool on);
