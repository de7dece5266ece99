/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finding a block, and the oldest slot, in sets too wide to scan.
 *
 * Finding: one open-addressing hash over all slots, at most half full, emptied by moving later entries
 * back so that it never degrades.
 *
 * Oldest: per set a binary heap of its slots, ordered by the stamp that each slot had when the heap
 * last looked.  A hit does not touch the heap.  When the oldest is wanted, the top is compared with its
 * real stamp: if it was used since, it sinks to where it now belongs and the next top is tried.  Stamps
 * only grow, so a top whose stamp is current is the oldest of all.  Every sinking pays for at least one
 * use, so the cost is O(log ways) a reference, amortized.
 */
#ifndef MSIM_ENGINE_CACHES_ASSOC_H
#define MSIM_ENGINE_CACHES_ASSOC_H

#include <stdint.h>

#include "stream/mem.h"

struct msim_array;
struct msim_assoc;

/* Set i has the slots from i * stride on. */
struct msim_assoc *msim_assoc_new(const struct msim_mem *mem, uint64_t sets, uint32_t ways,
                                  uint32_t stride);

/* The slot with this tag, or -1. */
int64_t msim_assoc_find(const struct msim_assoc *assoc, const struct msim_array *array,
                        uint64_t tag);

/* The oldest slot of the set whose first slot is `set`. */
uint64_t msim_assoc_oldest(struct msim_assoc *assoc, const uint32_t *stamp, uint64_t set);

/* Around a change of a slot's tag; an empty one is not removed. */
void msim_assoc_remove(struct msim_assoc *assoc, const struct msim_array *array, uint64_t slot);
void msim_assoc_add(struct msim_assoc *assoc, const struct msim_array *array, uint64_t slot);

/* Replaces the stamps of one set by their ranks. */
void msim_assoc_renumber(struct msim_assoc *assoc, uint32_t *stamp, uint64_t set);

#endif
