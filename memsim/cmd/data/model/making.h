/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the makers of rows share. */
#pragma once

#include "cmd/base/index.h"
#include "cmd/counts/counts.h"
#include "cmd/data/objects/set.h"
#include "rows.h"

/* Where a function's code begins, as far as that was looked up. */
struct msim_objects_entry {
    bool known, found;
    uint64_t address;
};

struct msim_objects_making {
    struct msim_objects_model *model;
    struct msim_names keys; /* of rows */
    struct msim_names sources;
    uint32_t *lived;                  /* by stack: the row + 1 that its life was added to last */
    struct msim_objects_entry *entry; /* by function */
};

/* The row with that key; *is_new: it has nothing but its kind and its first object. */
uint32_t msim_objects_row_keyed(struct msim_objects_making *making, uint32_t object,
                                const char *key, bool *is_new);

/* Gives a cell to a row, at that offset in it. */
void msim_objects_row_take(struct msim_objects_making *making, uint32_t row, size_t use,
                           size_t cell, int64_t offset);

/* Splits static or thread-local data, or a stack, into variables. */
void msim_objects_split(struct msim_objects_making *making, uint32_t object);

/*
 * The events of objects by the names that they have in the file of counts, so that columns
 * (columns/column.h) apply: L1m of read is D1mr, Tm of fetch is ITmr.
 *
 * References are Dr and Dw if all were recorded; there are no other counts of references.  Ir is
 * the first event, because formulas of cycles have it: the whole run's is known, and that of every
 * row is 0.  So Cy of a row is the estimate of what its misses cost, and its share is one of the
 * whole run.
 */

/* Sets up `counts`, which starts zeroed, with the events and the run's totals. */
void msim_objects_events(struct msim_counts *counts, const struct msim_object_set *objects);

/* Adds the file's counts for an access to a row of these events. */
void msim_objects_add(const struct msim_object_set *objects, enum msim_access_kind access,
                      const uint64_t *from, int64_t *count);
