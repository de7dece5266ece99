/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Objects: which data missed.  A reference that misses a first level, or with `accesses` each one
 * to data, belongs to what its address is in when it happens (owners.h), and to the use of it by
 * its instruction (uses.h).
 *
 * A block of the heap lives from the return of the call that allocates it to the return of the call
 * that frees it.  Where blocks lie in others, the inner one counts.
 *
 * Invariant: the sums over all uses are the totals of the profile, for each kind of miss, and with
 * `accesses` for reads and writes, too.  Cost: two or three look-ups per miss; 20 bytes per live
 * block, and uses.h.
 */
#pragma once

#include "accesses.h"
#include "engine/base/about.h"
#include "engine/base/observer.h"
#include "last.h"
#include "waits.h"

enum { MSIM_MISSED_LAST = 2048, MSIM_OUTCOMES = 32 };

/* What an instruction missed last; site 0, size 0: none. */
struct msim_missed_last {
    struct msim_last last;
    uint32_t site;
    uint16_t size;
    uint8_t kind;
};

/* What a reference to data belongs to, while it waits for what it misses. */
struct msim_attributed {
    uint32_t use; /* MSIM_NO_USE: none */
    uint64_t offset;
};

struct msim_objects {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    const struct msim_machine *machine;
    struct msim_sim *sim;
    struct msim_where_map map;
    struct msim_uses uses;
    struct msim_within within;
    bool all; /* all references to data are counted, not only misses: */
    struct msim_accesses accesses;
    struct msim_line_uses lines; /* and what they touched of lines, */
    struct msim_table code;      /* by site: the cell of its fetches, + 1; 0: none */
    uint32_t context;            /* of the references that are taken next */
    struct msim_missed_last missed[MSIM_MISSED_LAST]; /* by site */
    struct msim_attributed attributed[MSIM_QUEUE];    /* by number, used in turn */
    uint32_t noted_next;
    struct msim_use_counts adds[MSIM_OUTCOMES]; /* what outcomes add to counts */
    struct msim_object_waits *waits;            /* NULL: no cycles are simulated */
};

void msim_objects_init(struct msim_objects *objects, const struct msim_setting *setting, bool all);

/* For the row; `objects` is a struct msim_objects. */
void msim_objects_extend(void *objects);
void msim_objects_event(void *objects, const uint64_t *record, uint64_t instructions);
uint32_t msim_objects_attribute(void *objects, const struct msim_ref *ref);
void msim_objects_outcomes(void *objects, const struct msim_ref *refs, const uint32_t *numbers,
                           const uint8_t *outcomes, uint32_t used);
void msim_objects_moved(void *objects, const struct msim_ref *ref, bool written, uint64_t bytes);
void msim_objects_waited(void *objects, unsigned column, const struct msim_waited *load,
                         uint64_t cycles);
void msim_objects_record(void *objects, const uint64_t *record);
void msim_objects_passed(void *objects, const uint64_t *record);
void msim_objects_refresh(
    void *objects); /* but for what lines are used for that are still in the cache; */
void msim_objects_settle(void *objects); /* with these */
void msim_objects_clear(void *objects);
void msim_objects_summary(const void *objects, const struct msim_lines *lines);
void msim_objects_write(void *objects, const struct msim_about *about,
                        const struct msim_sink *sink);
