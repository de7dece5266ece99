/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Deep stacks: the part of an LRU stack below its first ways, with up to hundreds of thousands of
 * elements.  The wanted numbers of ways (limits, counted from the top of this part) divide it into
 * groups, and all that is asked of a reference is its group.
 *
 * Model: one list per set, in order of use.  A reference takes one element out, at any depth, and
 * puts another one on top: the one that was pushed out of the first ways.  Each element knows its
 * group.  Each set has a marker per limit, the last element of the group above that limit; putting
 * an element on top moves by one each marker that lies above the element taken out.  One hash finds
 * elements by set and tag.
 *
 * Invariants: the marker of a limit exists once the set holds that many elements, and then is the
 * element at depth limit - 1.  An element's group is the number of limits at or above its depth.
 *
 * Cost: O(number of limits) per reference, whatever the number of ways; 36 to 40 bytes per element.
 */
#pragma once

#include <stdint.h>

#include "stream/mem.h"

struct msim_deep;

/* `limit` is strictly ascending from at least 1 and must live as long as the stacks; a set holds as
 * many elements as the last one says. */
struct msim_deep *msim_deep_new(const struct msim_mem *mem, uint64_t sets, const uint32_t *limit,
                                uint32_t limits);

/* Bytes that msim_deep_new() allocates. */
uint64_t msim_deep_bytes(uint64_t sets, uint64_t last_limit, uint32_t limits);

/* Removes all tags. */
void msim_deep_empty(struct msim_deep *deep);

/* Takes `tag` out of `set` and puts `top` on top; tags are not 0.  Returns the group that `tag` was
 * in, or `limits` if it was not in the set; then the last element of a full set falls out. */
uint32_t msim_deep_touch(struct msim_deep *deep, uint64_t set, uint64_t tag, uint64_t top);
