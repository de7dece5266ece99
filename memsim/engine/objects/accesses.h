/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All references to data, not only those that missed.
 *
 * An instruction mostly refers to the object that it referred to last.  So each access of each segment
 * remembers the addresses of that object and the use (uses.h), as long as the block lives and mappings
 * stay.  On the stack, where frames come and go, it remembers the function.
 *
 * Cost: two comparisons and an addition or two per reference; 64 bytes for each access of each segment.
 */
#ifndef MSIM_ENGINE_OBJECTS_ACCESSES_H
#define MSIM_ENGINE_OBJECTS_ACCESSES_H

#include "engine/caches/sim.h"
#include "last.h"
#include "lines.h"
#include "within.h"

struct msim_accesses {
    const struct msim_sim *sim;
    struct msim_where_map *map;
    struct msim_uses *uses;
    struct msim_within *within;
    struct msim_lines *lines;
    struct msim_table known;          /* what each access referred to last, */
    struct msim_table first;          /* and the first of them by segment, uint32_t */
    uint64_t stack_first, stack_last; /* where the innermost frame was found last, */
    uint32_t stack_changed;           /* as mappings were then */
};

/* The others live as long. */
void msim_accesses_init(struct msim_accesses *accesses, const struct msim_mem *mem,
                        const struct msim_sim *sim, struct msim_where_map *map,
                        struct msim_uses *uses, struct msim_within *within,
                        struct msim_lines *lines);

/* Prepares new segments of the dictionary. */
void msim_accesses_extend(struct msim_accesses *accesses);

/* Counts all references to data of a record. */
void msim_accesses_take(struct msim_accesses *accesses, const uint64_t *record);

/* Takes a record that is not collected: what it refers to is in the cache after it. */
void msim_accesses_pass(struct msim_accesses *accesses, const uint64_t *record);

#endif
