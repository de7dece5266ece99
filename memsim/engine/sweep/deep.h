/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Deep stacks: what lies in an LRU stack below its first ways, hundreds of thousands of them if need
 * be.  The levels of a stack that are wanted (numbers of ways, here counted from this part's top)
 * divide it into groups, and a reference's group is all that is asked for.
 *
 * Model: per set a list in order of use.  A reference takes one element out, wherever it is, and puts
 * another on top: the one that the first ways let go.  Every element knows its group.  Per set and
 * limit there is a marker, the last element of the group above that limit; what is put on top moves
 * each marker above the place taken out by one.  One hash finds elements by set and tag.
 *
 * Invariants: the marker of a limit exists once the set holds that many elements, and is then the
 * element at place limit - 1; an element's group is the number of limits at or above its place.
 *
 * Cost: O(number of limits) a reference, whatever the ways; 36 to 40 bytes an element.
 */
#ifndef MSIM_ENGINE_SWEEP_DEEP_H
#define MSIM_ENGINE_SWEEP_DEEP_H

#include <stdint.h>

#include "stream/mem.h"

struct msim_deep;

/* `limit` ascends strictly from at least 1 and is kept; the last is how many elements a set holds. */
struct msim_deep *msim_deep_new(const struct msim_mem *mem, uint64_t sets, const uint32_t *limit,
                                uint32_t limits);

/* How many bytes msim_deep_new gets. */
uint64_t msim_deep_bytes(uint64_t sets, uint64_t last_limit, uint32_t limits);

/* Takes `tag` out of `set` and puts `top` on top of it; tags are not 0.  The group that `tag` was in,
 * or `limits`, where it was not there; then the last element of a full set falls out. */
uint32_t msim_deep_touch(struct msim_deep *deep, uint64_t set, uint64_t tag, uint64_t top);

#endif
