/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds a block, or the oldest slot, in sets that are too wide to scan.
 *
 * Blocks: one hash with open addressing over all slots, at most half full.  A removal moves later
 * entries back, so the hash never degrades.
 *
 * Oldest slot: a binary heap per set, ordered by the stamp that each slot had when the heap last
 * saw it.  A hit leaves the heap alone.  When the oldest slot is wanted, the top is compared with
 * its real stamp: if it was used since, it sinks to its new position and the next top is tried.
 * Stamps only grow, so a top whose stamp is current is the oldest of all.  Each sinking is paid for
 * by at least one use, so a reference costs amortized O(log ways).
 */
#pragma once

#include <stdint.h>

#include "stream/mem.h"

struct msim_array;
struct msim_assoc;

/* The slots of set i start at i * stride. */
struct msim_assoc *msim_assoc_new(const struct msim_mem *mem, uint64_t sets, uint32_t ways,
                                  uint32_t stride);

/* The slot with this tag; -1: none. */
int64_t msim_assoc_find(const struct msim_assoc *assoc, const struct msim_array *array,
                        uint64_t tag);

/* The oldest slot of the set whose first slot is `set`. */
uint64_t msim_assoc_oldest(struct msim_assoc *assoc, const uint32_t *stamp, uint64_t set);

/* Call before and after a slot's tag changes.  Removing an empty slot does nothing. */
void msim_assoc_remove(struct msim_assoc *assoc, const struct msim_array *array, uint64_t slot);
void msim_assoc_add(struct msim_assoc *assoc, const struct msim_array *array, uint64_t slot);

/* Forgets all slots, whose stamps are 0 now. */
void msim_assoc_empty(struct msim_assoc *assoc);

/* The slot of that set is empty now, its stamp 0. */
void msim_assoc_lower(struct msim_assoc *assoc, uint64_t set, uint64_t slot);

/* Replaces the stamps of one set by their ranks. */
void msim_assoc_renumber(struct msim_assoc *assoc, uint32_t *stamp, uint64_t set);

/* The stamps of one set are others now, smaller ones, too. */
void msim_assoc_restart(struct msim_assoc *assoc, const uint32_t *stamp, uint64_t set);
