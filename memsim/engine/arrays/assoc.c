/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash and the lazy heaps of assoc.h. */
#include "assoc.h"

#include "slots.h"
#include "stream/hash.h"

struct msim_assoc {
    uint32_t *bucket; /* slot + 1, 0 if empty */
    uint64_t buckets_mask;
    uint32_t *heap;  /* per set `ways` slots, oldest known stamp first */
    uint32_t *known; /* per slot */
    uint64_t slots;
    uint32_t ways;
};

struct msim_assoc *msim_assoc_new(const struct msim_mem *mem, uint64_t sets, uint32_t ways,
                                  uint32_t stride)
{
    uint64_t slots = sets * stride, buckets = 64;
    while (buckets < 2 * slots)
        buckets *= 2;
    struct msim_assoc *assoc = msim_get(mem, sizeof *assoc, 8);
    assoc->bucket = msim_get(mem, buckets * sizeof *assoc->bucket, 64);
    assoc->buckets_mask = buckets - 1;
    assoc->heap = msim_get(mem, slots * sizeof *assoc->heap, 64);
    assoc->known = msim_get(mem, slots * sizeof *assoc->known, 64);
    assoc->slots = slots;
    assoc->ways = ways;
    for (uint64_t slot = 0; slot < slots; slot++)
        assoc->heap[slot] = (uint32_t)slot;
    return assoc;
}

/* Heaps stay as they are: with equal stamps, any order will do. */
void msim_assoc_empty(struct msim_assoc *assoc)
{
    for (uint64_t bucket = 0; bucket <= assoc->buckets_mask; bucket++)
        assoc->bucket[bucket] = 0;
    for (uint64_t slot = 0; slot < assoc->slots; slot++)
        assoc->known[slot] = 0;
}

/* --- The hash ----------------------------------------------------------------------------- */

static uint64_t home(const struct msim_assoc *assoc, uint64_t tag)
{
    return msim_mix(tag) & assoc->buckets_mask;
}

/* The bucket of the slot with this tag, or the empty one where it belongs. */
static uint64_t bucket_of(const struct msim_assoc *assoc, const struct msim_array *array,
                          uint64_t tag)
{
    uint64_t at = home(assoc, tag);
    while (assoc->bucket[at] && msim_array_tag(array, assoc->bucket[at] - 1) != tag)
        at = (at + 1) & assoc->buckets_mask;
    return at;
}

int64_t msim_assoc_find(const struct msim_assoc *assoc, const struct msim_array *array,
                        uint64_t tag)
{
    return (int64_t)assoc->bucket[bucket_of(assoc, array, tag)] - 1;
}

/* Empties the slot's bucket and moves back every later entry that a search would no longer
 * reach. */
void msim_assoc_remove(struct msim_assoc *assoc, const struct msim_array *array, uint64_t slot)
{
    uint64_t mask = assoc->buckets_mask, tag = msim_array_tag(array, slot);
    if (!tag)
        return;
    uint64_t hole = bucket_of(assoc, array, tag);
    for (uint64_t at = (hole + 1) & mask; assoc->bucket[at]; at = (at + 1) & mask) {
        uint64_t from = home(assoc, msim_array_tag(array, assoc->bucket[at] - 1));
        if (((at - from) & mask) >= ((at - hole) & mask)) {
            assoc->bucket[hole] = assoc->bucket[at];
            hole = at;
        }
    }
    assoc->bucket[hole] = 0;
}

void msim_assoc_add(struct msim_assoc *assoc, const struct msim_array *array, uint64_t slot)
{
    assoc->bucket[bucket_of(assoc, array, msim_array_tag(array, slot))] = (uint32_t)slot + 1;
}

/* --- The heaps ---------------------------------------------------------------------------- */

/* Moves the slot at this place of `heap` down to where it belongs. */
static void sink(uint32_t *heap, uint32_t at, uint32_t used, const uint32_t *known)
{
    uint32_t moving = heap[at];
    for (uint32_t child; (child = 2 * at + 1) < used; at = child) {
        if (child + 1 < used && known[heap[child + 1]] < known[heap[child]])
            child++;
        if (known[moving] <= known[heap[child]])
            break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

/* Brings the oldest of the heap's first `used` slots to its top and returns it. */
static uint32_t oldest(struct msim_assoc *assoc, const uint32_t *stamp, uint32_t *heap,
                       uint32_t used)
{
    while (assoc->known[heap[0]] != stamp[heap[0]]) {
        assoc->known[heap[0]] = stamp[heap[0]];
        sink(heap, 0, used, assoc->known);
    }
    return heap[0];
}

uint64_t msim_assoc_oldest(struct msim_assoc *assoc, const uint32_t *stamp, uint64_t set)
{
    return oldest(assoc, stamp, assoc->heap + set, assoc->ways);
}

/* Moves the slot to the top of its heap, through its parents. */
void msim_assoc_lower(struct msim_assoc *assoc, uint64_t set, uint64_t slot)
{
    uint32_t *heap = assoc->heap + set, at = 0;
    while (heap[at] != slot)
        at++;
    for (; at; at = (at - 1) / 2)
        heap[at] = heap[(at - 1) / 2];
    heap[0] = (uint32_t)slot;
    assoc->known[slot] = 0;
}

void msim_assoc_restart(struct msim_assoc *assoc, const uint32_t *stamp, uint64_t set)
{
    uint32_t *heap = assoc->heap + set;
    for (uint32_t i = assoc->ways; i-- > 0;) {
        assoc->known[heap[i]] = stamp[heap[i]];
        sink(heap, i, assoc->ways, assoc->known);
    }
}

/* Takes the oldest off the heap until it is empty.  Their sequence, reversed, is the heap by
 * rank. */
void msim_assoc_renumber(struct msim_assoc *assoc, uint32_t *stamp, uint64_t set)
{
    uint32_t *heap = assoc->heap + set, rank = 0;
    for (uint32_t used = assoc->ways; used > 0; used--) {
        uint32_t slot = oldest(assoc, stamp, heap, used);
        heap[0] = heap[used - 1];
        sink(heap, 0, used - 1, assoc->known);
        heap[used - 1] = slot;
    }
    for (uint32_t i = 0; i < assoc->ways / 2; i++) {
        uint32_t swap = heap[i];
        heap[i] = heap[assoc->ways - 1 - i];
        heap[assoc->ways - 1 - i] = swap;
    }
    for (uint32_t i = 0; i < assoc->ways; i++)
        assoc->known[heap[i]] = stamp[heap[i]] = stamp[heap[i]] ? ++rank : 0;
}
