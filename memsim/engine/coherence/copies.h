/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The copies of a unit (coherence.h) that cores have: which core has one, what it used of it, and how
 * it loses it. */
#pragma once

#include "state.h"

static inline uint64_t msim_core_bit(uint32_t core)
{
    return UINT64_C(1) << core;
}

bool msim_copies_hold(const struct msim_coherence *coherence, uint32_t core, uint64_t unit);

/* True: the core held the unit before it missed a line of it in D1, which `replaced` another line
 * (+ 1). */
bool msim_copies_held_before(const struct msim_coherence *coherence, uint32_t core, uint64_t unit,
                             uint64_t missed, uint64_t replaced);

/* The cores but one that hold the unit, which the record knows then. */
uint64_t msim_copies_of_others(const struct msim_coherence *coherence, struct msim_unit *record,
                               uint32_t core, uint64_t unit);

/* Adds what a core wrote to the records of cores that lost the unit; or what D1 knows of it, up to
 * now.  The second returns what the core used. */
void msim_copies_written(struct msim_unit *record, uint32_t core, uint64_t written);
uint64_t msim_copies_publish(const struct msim_coherence *coherence, struct msim_unit *record,
                             uint32_t core, uint64_t unit);

/* A line came to D1 in the place of another; MSIM_NO_BLOCK: none did. */
void msim_copies_renew(struct msim_coherence *coherence, uint32_t core, int64_t slot,
                       uint64_t line);

/* What levels lost of a unit. */
struct msim_lost {
    bool any;
    unsigned dirty; /* bits of addresses within the longest line that was so; 0: none was */
};

/* Removes the unit from all levels that the core does not use. */
struct msim_lost msim_copies_take_elsewhere(const struct msim_coherence *coherence, uint32_t core,
                                            uint64_t unit);

/* The core may not write the unit any more without asking. */
void msim_copies_disown(const struct msim_coherence *coherence, uint32_t core, uint64_t unit);

/* True: what the core has of the unit is dirty. */
bool msim_copies_dirty(const struct msim_coherence *coherence, uint32_t core, uint64_t unit);

/* The same; it is clean from now on. */
bool msim_copies_clean(const struct msim_coherence *coherence, uint32_t core, uint64_t unit);

/* Of these holders, the first that supplies a unit which the core's L3 lacks, as that is exclusive;
 * MSIM_CORES_MAX: none does. */
uint32_t msim_copies_supplier(const struct msim_coherence *coherence, uint32_t core,
                              uint64_t holders, uint64_t unit);

/* The core's copy is invalidated. */
void msim_copies_lose(const struct msim_coherence *coherence, struct msim_unit *record,
                      uint32_t core, uint64_t unit);
