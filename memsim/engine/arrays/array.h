/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A set-associative array: a cache level, or a TLB with a page for a line.  It replaces the least
 * recently used block of a set, unless it has another policy (policy.h).
 *
 * It holds block numbers (address / line size), in the slots of slots.h.  Every slot carries the
 * time of its last use; a hit writes one number, and only a miss looks for the oldest slot of the
 * set.  So code that knows the slot of a block (see port.h) records a hit with a single store.
 *
 * Invariants: a block is in at most one slot, and that slot is in its set.  The stamps of one set
 * differ, except those of empty slots.  The set of a block is block mod sets, whether or not the
 * number of sets is a power of two.
 *
 * Times are 32 bits.  Before they run out, msim_array_renumber replaces each stamp by its rank.
 *
 * Cost: a search of 16 ways is about 20 instructions, a replacement about 60.  Above MSIM_SCAN_WAYS
 * ways (full associativity) a hash finds the block and a heap ordered by possibly outdated stamps
 * finds the oldest slot (assoc.h), so 131,072 ways cost little more than 16.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "assoc.h"
#include "engine/policies/policy.h"
#include "scan.h"
#include "slots.h"
#include "stream/mem.h"

#define MSIM_NO_BLOCK (~UINT64_C(0))

/* The times left above this suffice for a chunk of the stream. */
#define MSIM_TIME_LIMIT (MSIM_SCAN_MAX - (1u << 30))

enum { MSIM_NO_SLOT = -1, MSIM_SCAN_WAYS = 32 };

/* Number of slots of an array. */
uint64_t msim_array_room(uint64_t sets, uint32_t ways);

/* `stamp`: zeroed memory for msim_array_room() stamps; NULL: the array allocates its own. */
void msim_array_init(struct msim_array *array, const struct msim_mem *mem, uint64_t sets,
                     uint32_t ways, unsigned shift, uint32_t *stamp);

/* From now on the array has this policy; call before it holds blocks. */
void msim_array_follow(struct msim_array *array, const struct msim_mem *mem,
                       const struct msim_policy_choice *choice);

/* The slot of the set for another block, which its policy chooses, and sees filled. */
uint64_t msim_array_place(struct msim_array *array, uint64_t set);

/* The policy, which has a state, sees a hit of the slot. */
void msim_array_hit(struct msim_array *array, uint64_t slot);

/* A bit for each way of the set at which a hit would change nothing but its time. */
uint64_t msim_array_quiet(const struct msim_array *array, uint64_t set);

/* Removes all blocks. */
void msim_array_empty(struct msim_array *array);

/* Removes a block; false: it is not there. */
bool msim_array_remove(struct msim_array *array, uint64_t block);

/* Makes the stamps of every set 1, 2, 3, ..., in the order that they had; returns the largest
 * possible one. */
uint32_t msim_array_renumber(struct msim_array *array);

/* The first slot of the set that `block` belongs to. */
static inline uint64_t msim_array_set(const struct msim_array *array, uint64_t block)
{
    bool masked = array->mask || array->sets == 1;
    return (masked ? block & array->mask : block % array->sets) * array->stride;
}

/* The slot that holds `block`, or MSIM_NO_SLOT. */
static inline int64_t msim_array_find(const struct msim_array *array, uint64_t block)
{
    uint64_t tag = block + 1;
    if (array->assoc)
        return msim_assoc_find(array->assoc, array, tag);
    uint64_t set = msim_array_set(array, block);
    uint64_t found = msim_scan_equal(array->low + set, array->stride, (uint32_t)tag);
    if (!found)
        return MSIM_NO_SLOT;
    if (__builtin_expect(!array->any_high && tag <= UINT32_MAX, 1))
        return (int64_t)set + __builtin_ctzll(found);
    for (; found; found &= found - 1)
        if (msim_array_tag(array, set + (uint64_t)__builtin_ctzll(found)) == tag)
            return (int64_t)set + __builtin_ctzll(found);
    return MSIM_NO_SLOT;
}

/* Puts `block`, which is not in the array, into its set, in place of the oldest block or of the one
 * that the policy chooses; returns the slot.
 * *evicted is the block that was there, or MSIM_NO_BLOCK.  The caller sets the stamp. */
static inline int64_t msim_array_fill(struct msim_array *array, uint64_t block, uint64_t *evicted)
{
    uint64_t tag = block + 1, set = msim_array_set(array, block), slot;
    if (__builtin_expect(array->policy != NULL, 0))
        slot = msim_array_place(array, set);
    else if (array->assoc)
        slot = msim_assoc_oldest(array->assoc, array->stamp, set);
    else
        slot = set + msim_scan_smallest(array->stamp + set, array->stride);
    *evicted = msim_array_tag(array, slot) - 1;
    if (array->assoc)
        msim_assoc_remove(array->assoc, array, slot);
    array->low[slot] = (uint32_t)tag;
    if (__builtin_expect(array->any_high || tag > UINT32_MAX, 0)) {
        array->any_high = true;
        array->high[slot] = (uint32_t)(tag >> 32);
    }
    if (array->assoc)
        msim_assoc_add(array->assoc, array, slot);
    return (int64_t)slot;
}

/* True: it is usual, and all upper halves are 0, as in nearly every array.  For it, and for a block
 * without an upper half, msim_array_seek() is msim_array_find(), followed by msim_array_fill() if
 * needed, in half the instructions. */
static inline bool msim_array_plain(const struct msim_array *array)
{
    return array->usual && !array->any_high;
}

/* `stride` is the array's, or a constant. */
static inline __attribute__((always_inline)) uint64_t
msim_array_seek_in(struct msim_array *array, uint64_t set, uint32_t stride, uint32_t tag,
                   bool *missed, uint64_t *evicted)
{
    uint64_t found = msim_scan_equal(array->low + set, stride, tag);
    *missed = found == 0;
    if (found)
        return set + (uint64_t)__builtin_ctzll(found);
    uint64_t slot = set + msim_scan_smallest(array->stamp + set, stride);
    *evicted = (uint64_t)array->low[slot] - 1;
    array->low[slot] = tag;
    return slot;
}

/* The most usual numbers of ways have code of their own. */
static inline uint64_t msim_array_seek(struct msim_array *array, uint64_t block, bool *missed,
                                       uint64_t *evicted)
{
    uint32_t tag = (uint32_t)block + 1, stride = array->stride;
    uint64_t set = (block & array->mask) * stride;
    if (stride == 8)
        return msim_array_seek_in(array, set, 8, tag, missed, evicted);
    if (stride == 16)
        return msim_array_seek_in(array, set, 16, tag, missed, evicted);
    return msim_array_seek_in(array, set, stride, tag, missed, evicted);
}

/* References `block` at time `now`; true if it missed.  For levels without a port. */
static inline bool msim_array_touch(struct msim_array *array, uint64_t block, uint32_t now)
{
    uint64_t evicted;
    if (__builtin_expect(msim_array_plain(array) && block < UINT32_MAX, 1)) {
        bool is_new;
        array->stamp[msim_array_seek(array, block, &is_new, &evicted)] = now;
        return is_new;
    }
    int64_t slot = msim_array_find(array, block);
    bool missed = slot == MSIM_NO_SLOT;
    if (missed)
        slot = msim_array_fill(array, block, &evicted);
    else if (array->state)
        msim_array_hit(array, (uint64_t)slot);
    array->stamp[slot] = now;
    return missed;
}

/* Prefetches the memory that a later touch of `block` needs. */
static inline void msim_array_prefetch(const struct msim_array *array, uint64_t block)
{
    uint64_t set = msim_array_set(array, block);
    __builtin_prefetch(array->low + set);
    __builtin_prefetch(array->stamp + set);
}
