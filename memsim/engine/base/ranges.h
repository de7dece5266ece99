/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ranges of addresses, each with an owner, in the order of their addresses.
 *
 * A range may be terabytes long, so nothing is done page by page.
 *
 * Invariants: ranges do not overlap.  A range that was added right after one of the same owner is a
 * part of it, so what grows bit by bit, as brk does, stays one range.
 *
 * Cost: a search is O(log n); a change also moves the ranges after it, 24 bytes each.  The kernel
 * allows a process some 65,000 mappings, so that is at most 1.5 MB, and usually nothing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stream/mem.h"

struct msim_range {
    uint64_t first, last;
    uint32_t owner;
};

struct msim_ranges {
    const struct msim_mem *mem;
    struct msim_range *range;
    uint32_t used, room;
};

void msim_ranges_init(struct msim_ranges *ranges, const struct msim_mem *mem);

/* The range that contains `address`, else the next one; `used`: there is no next one. */
uint32_t msim_ranges_search(const struct msim_ranges *ranges, uint64_t address);

/* Adds a range that does not overlap another one. */
void msim_ranges_add(struct msim_ranges *ranges, const struct msim_range *range);

/* Takes out the lowest piece between `first` and `last`; false: nothing is left there. */
bool msim_ranges_take(struct msim_ranges *ranges, uint64_t first, uint64_t last,
                      struct msim_range *taken);
