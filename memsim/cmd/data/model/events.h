/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The events of objects by the names that they have in the file of counts, so that columns
 * (columns/column.h) apply: L1m of read is D1mr, Tm of fetch is ITmr.
 *
 * References are Dr and Dw if all were recorded; there are no other counts of references.  Ir is
 * the first event, because formulas of cycles have it: the whole run's is known, and that of every
 * row is 0.  So Cy of a row is the estimate of what its misses cost, and its share is one of the
 * whole run.
 */
#pragma once

#include "cmd/counts/counts.h"
#include "cmd/data/objects/set.h"

/* Sets up `counts`, which starts zeroed, with the events and the run's totals. */
void msim_objects_events(struct msim_counts *counts, const struct msim_object_set *objects);

/* Adds the file's counts for an access to a row of these events. */
void msim_objects_add(const struct msim_object_set *objects, enum msim_access_kind access,
                      const uint64_t *from, int64_t *count);
