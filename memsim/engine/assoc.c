/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The hash and the lazy heaps of assoc.h. */
#include "assoc.h"

struct msim_assoc {
    uint32_t *bucket; /* slot + 1, 0 if empty */
    uint64_t buckets_mask;
    uint32_t *heap;  /* per set `ways` slots, oldest known stamp first */
    uint64_t *known; /* per slot */
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
    assoc->ways = ways;
    for (uint64_t slot = 0; slot < slots; slot++)
        assoc->heap[slot] = (uint32_t)slot;
    return assoc;
}

/* --- The hash ----------------------------------------------------------------------------- */

static uint64_t home(const struct msim_assoc *assoc, uint64_t wanted)
{
    uint64_t hash = wanted * UINT64_C(0x9e3779b97f4a7c15);
    return (hash ^ hash >> 32) & assoc->buckets_mask;
}

/* The bucket that holds `wanted`, or the empty one where it would go. */
static uint64_t bucket_of(const struct msim_assoc *assoc, const uint64_t *tag, uint64_t wanted)
{
    uint64_t at = home(assoc, wanted);
    while (assoc->bucket[at] && tag[assoc->bucket[at] - 1] != wanted)
        at = (at + 1) & assoc->buckets_mask;
    return at;
}

int64_t msim_assoc_find(const struct msim_assoc *assoc, const uint64_t *tag, uint64_t wanted)
{
    return (int64_t)assoc->bucket[bucket_of(assoc, tag, wanted)] - 1;
}

/* Empties bucket `hole`, moving back every later entry that a search would no longer reach. */
static void empty_bucket(struct msim_assoc *assoc, const uint64_t *tag, uint64_t hole)
{
    uint64_t mask = assoc->buckets_mask;
    for (uint64_t at = (hole + 1) & mask; assoc->bucket[at]; at = (at + 1) & mask) {
        uint64_t from = home(assoc, tag[assoc->bucket[at] - 1]);
        if (((at - from) & mask) >= ((at - hole) & mask)) {
            assoc->bucket[hole] = assoc->bucket[at];
            hole = at;
        }
    }
    assoc->bucket[hole] = 0;
}

void msim_assoc_replace(struct msim_assoc *assoc, const uint64_t *tag, uint64_t slot,
                        uint64_t wanted)
{
    if (tag[slot])
        empty_bucket(assoc, tag, bucket_of(assoc, tag, tag[slot]));
    assoc->bucket[bucket_of(assoc, tag, wanted)] = (uint32_t)slot + 1;
}

/* --- The heaps ---------------------------------------------------------------------------- */

/* Moves the top of `heap` down to its place. */
static void sink(uint32_t *heap, uint32_t used, const uint64_t *known)
{
    uint32_t moving = heap[0], at = 0;
    for (uint32_t child; (child = 2 * at + 1) < used; at = child) {
        if (child + 1 < used && known[heap[child + 1]] < known[heap[child]])
            child++;
        if (known[moving] <= known[heap[child]])
            break;
        heap[at] = heap[child];
    }
    heap[at] = moving;
}

uint64_t msim_assoc_oldest(struct msim_assoc *assoc, const uint64_t *stamp, uint64_t set)
{
    uint32_t *heap = assoc->heap + set;
    while (assoc->known[heap[0]] != stamp[heap[0]]) {
        assoc->known[heap[0]] = stamp[heap[0]];
        sink(heap, assoc->ways, assoc->known);
    }
    return heap[0];
}
