/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sets of blocks in the order of their addresses, for blocks that are few or unusual: those of the
 * program's own allocators and of its memory pools.  A set finds neighbours, which the hash of
 * blocks.h cannot.  Many sets share one store of nodes, so an empty set costs four bytes and a set
 * that is emptied leaves its nodes to others.
 *
 * Each set is a treap: a search tree by address that is a heap by a hash of the address.  Its shape
 * depends on its blocks alone, and its depth is logarithmic unless addresses were chosen to defeat
 * the hash.  No function recurses, so such addresses only make it slow.
 *
 * Cost: O(log n) per operation, 32 bytes per block.
 */
#pragma once

#include <stdbool.h>

#include "stream/mem.h"

/* A block.  `owner` is the user's. */
struct msim_span {
    uint64_t address, bytes;
    uint32_t owner;
};

struct msim_spans {
    struct msim_table nodes;
    uint32_t unused; /* the first node that can be reused; 0: none */
};

/* The root of a set; 0 is the empty set. */
typedef uint32_t msim_span_set;

void msim_spans_init(struct msim_spans *spans, const struct msim_mem *mem);

/* False: a block of the set begins there already, or no node is left; nothing changes. */
bool msim_spans_add(struct msim_spans *spans, msim_span_set *set, const struct msim_span *span);

/* True: a block begins at this address.  It is copied to *found and, by the second, removed. */
bool msim_spans_find(const struct msim_spans *spans, msim_span_set set, uint64_t address,
                     struct msim_span *found);
bool msim_spans_remove(struct msim_spans *spans, msim_span_set *set, uint64_t address,
                       struct msim_span *found);

/* The first block that begins at the address or after it, or the last that begins before it.
 * False: there is no such block. */
bool msim_spans_from(const struct msim_spans *spans, msim_span_set set, uint64_t address,
                     struct msim_span *found);
bool msim_spans_before(const struct msim_spans *spans, msim_span_set set, uint64_t address,
                       struct msim_span *found);

/* True: a block of the set has a byte in common with `span`; it is copied to *found.  Blocks of 0
 * bytes have none. */
bool msim_spans_overlap(const struct msim_spans *spans, msim_span_set set,
                        const struct msim_span *span, struct msim_span *found);
