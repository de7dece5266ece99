/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The simulator: an observer that runs the stream through a machine's caches and TLBs.
 *
 * The model: LRU, write-allocate, a miss fills every level on the way, no back-invalidation.  A
 * reference counts at most one miss per level, also when it lies in two lines; a reference that misses
 * is presented whole to the next level.  Each instruction is one reference to the instruction side,
 * each access one to the data side, in the order of the program.  An access marked `block` (processor
 * state saved by one instruction, up to hundreds of bytes) is presented as its first bytes up to the
 * smallest line size, as Cachegrind does, so that counts can be compared.
 *
 * How: for every segment there is a `hot` record of one cache line: how often it ran, which granules
 * its code lies in, and its accesses as runs.  A run is one or more consecutive accesses from the same
 * base that usually fall into one granule, and then are one reference as far as LRU can tell.  Nearly
 * all segments are done by the ports' fronts: a count, and times for what was touched.  What a front
 * does not answer takes the slow road, access by access.  Fetches come before data only where the
 * front knows all of them, so the outer levels see every reference in the program's order.
 */
#ifndef MSIM_ENGINE_CACHES_SIM_H
#define MSIM_ENGINE_CACHES_SIM_H

#include "outer.h"
#include "engine/base/pageset.h"
#include "engine/machine/geometry.h"
#include "huge.h"
#include "port.h"
#include "profile.h"
#include "touch.h"

/* Gets the events of the stream; `instructions` were begun by the segments before the event. */
struct msim_events {
    void (*event)(void *self, const uint64_t *record, uint64_t instructions);
    void *self;
};

struct msim_sim {
    const struct msim_dict *dict;
    struct msim_profile *profile;
    struct msim_arena arena;
    struct msim_table hot; /* by segment, after one for each kind of event */
    struct msim_huge_map huge;
    struct msim_port instr, data;
    uint32_t now;       /* of the ports: grows with every reference, */
    uint32_t now_limit; /* and is made small again when a chunk begins beyond this */
    struct msim_outer_levels outer;
    uint32_t block_max;              /* bytes of a `block` access that count */
    uint64_t instructions;           /* begun in all segments so far */
    struct msim_events events;       /* who reads the events; its `event` is NULL: nobody */
    struct msim_page_observer pages; /* who looks at pages (touch.h); its `touch` is NULL: nobody */
};

void msim_sim_init(struct msim_sim *sim, const struct msim_mem *mem, const struct msim_dict *dict,
                   struct msim_profile *profile, const struct msim_machine *machine);

/* Prepares for the segments that the dictionary has gained; call before they are in a chunk. */
void msim_sim_extend(struct msim_sim *sim);

/* From now on the observer gets what misses (outer.h). */
void msim_sim_attach_misses(struct msim_sim *sim, const struct msim_miss_observer *observer);

/* Runs the records from `words` to `end`. */
void msim_sim_run(struct msim_sim *sim, const uint64_t *words, const uint64_t *end);

/* Can it find the first touches of pages?  From then on `pages` sees them; call before there are
 * segments. */
bool msim_sim_attach_pages(struct msim_sim *sim, const struct msim_page_observer *pages);

/* References to the addresses first..last are to be seen, though TLBs may hold them. */
void msim_sim_watch(struct msim_sim *sim, uint64_t first, uint64_t last);

/* The same for one page and the side of `kind`; `on` is false: they need not be seen any more. */
void msim_sim_watch_page(struct msim_sim *sim, enum msim_kind kind, uint64_t address, bool on);

/* Adds the references of what ran since the last call to the profile. */
void msim_sim_settle(struct msim_sim *sim);

#endif
