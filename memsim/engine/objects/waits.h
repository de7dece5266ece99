/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cycles that loads of objects waited for, where a core is simulated: by use (uses.h) and, with
 * contexts, by object and context (within.h), as misses.
 *
 * A load may wait for a line that another one has missed, so these uses are tables of their own:
 * what is counted of misses is the same with and without cycles.  A cell of uses has fewer counts
 * than there are columns, so there are several tables, and each has as many columns as a cell has
 * counts.
 *
 * Invariant: the sums over all uses, and what belongs to no object, are the totals of the profile.
 * Cost: a look-up for each load that waits; 600 KB, and what uses.h and within.h say.
 */
#pragma once

#include "engine/outer/misses.h"
#include "engine/where/where.h"
#include "last.h"
#include "uses.h"
#include "within.h"

enum {
    MSIM_WAIT_TABLES = (MSIM_OBSERVED_MAX + MSIM_COUNTS - 1) / MSIM_COUNTS,
    MSIM_WAITED_LAST = 256
};

/* Contexts are not told apart. */
#define MSIM_NO_CONTEXT UINT32_MAX

/* What loads of an instruction waited for last; site 0, size 0: none. */
struct msim_waited_last {
    struct msim_last last[MSIM_WAIT_TABLES];
    uint32_t site, size;
};

struct msim_object_waits {
    const struct msim_machine *machine;
    struct msim_where_map *map;
    unsigned columns;                  /* in which loads may wait */
    uint8_t place[MSIM_OBSERVED_MAX];  /* of each column of the machine among these */
    uint64_t other[MSIM_OBSERVED_MAX]; /* by column of the machine: what belongs to no object */
    struct msim_uses uses[MSIM_WAIT_TABLES];
    struct msim_within within[MSIM_WAIT_TABLES];
    struct msim_waited_last last[MSIM_WAITED_LAST]; /* by site */
};

/* NULL: the machine has no such columns. */
struct msim_object_waits *msim_object_waits_new(const struct msim_mem *mem,
                                                const struct msim_machine *machine,
                                                struct msim_where_map *map,
                                                const struct msim_contexts *contexts);

/* Bytes for the uses of each table. */
void msim_object_waits_limit(struct msim_object_waits *waits, uint64_t limit);

/* Cycles of a column, in which a load waited, or (NULL) something else. */
void msim_object_waits_add(struct msim_object_waits *waits, unsigned column,
                           const struct msim_waited *load, uint64_t cycles, uint32_t context);

/* Sets all to zero; uses stay. */
void msim_object_waits_clear(struct msim_object_waits *waits);

/* All uses begin anew, in a forked child. */
void msim_object_waits_renew(struct msim_object_waits *waits);
