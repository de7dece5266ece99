/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All references to data, not only those that missed.
 *
 * An instruction mostly refers to the address that it referred to last, or at least to the same
 * object.  So each way to refer, which is an instruction, kind and size, remembers its last
 * reference: the address, the use (uses.h), and the object's addresses as long as the block lives
 * and mappings stay; on the stack, where frames come and go, the function.  No other way has the
 * same uses.  So references that repeat the last one are only added up.  The use gets their number
 * before the way refers to anything else, the object in its context (within.h) before another
 * context runs, and both before the counts are read or reset.
 *
 * Cost: 64 bytes for each way, and 24 for each access of each segment.  A reference that repeats
 * the last one takes some 50 instructions, and as many as lines.h says.
 */
#pragma once

#include "engine/caches/sim.h"
#include "engine/where/where.h"
#include "lines.h"
#include "within.h"

struct msim_accesses {
    const struct msim_sim *sim;
    struct msim_where_map *map;
    struct msim_uses *uses;
    struct msim_line_uses *lines;
    struct msim_within *within;
    struct msim_table segments;    /* where a segment's accesses are, */
    struct msim_arena arena;       /* which are here, */
    struct msim_table ways;        /* the last references of their ways, */
    struct msim_table keys;        /* what these are references by, */
    struct msim_lookup lookup;     /* and what finds them */
    uint64_t unsettled;            /* references since the last time that all sums were settled */
    const struct msim_area *stack; /* where the innermost frame was found last: the area, */
    uint64_t stack_first, stack_last; /* its addresses, */
    uint32_t stack_changed;           /* as mappings were then */
};

/* The others live as long. */
void msim_accesses_init(struct msim_accesses *accesses, const struct msim_mem *mem,
                        const struct msim_sim *sim, struct msim_where_map *map,
                        struct msim_uses *uses, struct msim_within *within,
                        struct msim_line_uses *lines);

/* Prepares new segments of the dictionary. */
void msim_accesses_extend(struct msim_accesses *accesses);

/* Counts all references to data of a record. */
void msim_accesses_take(struct msim_accesses *accesses, const uint64_t *record);

/* Takes a record that is not collected: what it refers to is in the cache after it. */
void msim_accesses_pass(struct msim_accesses *accesses, const uint64_t *record);

/* Counts where they belong the references that were only added up. */
void msim_accesses_settle(struct msim_accesses *accesses);

/* Forgets the last references: uses begin anew. */
void msim_accesses_forget(struct msim_accesses *accesses);
