/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of relocation.h: where each was and is. */
#pragma once

#include "relocation.h"

/* A block, in one of these states: ahead (only its header is known), early (it is about to be
 * allocated), live, or free. */
enum msim_relocated_state {
    MSIM_RELOCATED_AHEAD,
    MSIM_RELOCATED_EARLY,
    MSIM_RELOCATED_LIVE,
    MSIM_RELOCATED_FREE,
    MSIM_RELOCATED_UNUSED
};

struct msim_relocated {
    uint64_t address, bytes;
    uint64_t elements;
    uint32_t rule;
    uint32_t spare;
    enum msim_relocated_state state;
    bool heap;   /* it has a header */
    bool placed; /* it has the places below; else it is where it was */
    bool pooled;
    bool in_place;                /* only its fields move */
    const struct msim_plan *plan; /* NULL: it stays, because it does not fit */
    uint64_t at;                  /* of part 0, */
    uint64_t *more;               /* and of the others */
};

enum { MSIM_RELOCATED_LINKS = 16 /* bytes that an allocator writes to a free block */ };

/* The bytes of its address range that are the block's. */
static inline uint64_t msim_relocated_extent(const struct msim_relocated *block)
{
    uint64_t least = block->heap ? MSIM_RELOCATED_LINKS : 1;
    return block->bytes > least ? block->bytes : least;
}

/* Bytes of part 0 for the whole block. */
uint64_t msim_relocated_first_part(const struct msim_relocated *block,
                                   const struct msim_layout_rule *rule);

/* What a block is that begins. */
struct msim_relocated_new {
    uint64_t address, bytes;
    uint32_t rule;
    bool heap;
};

/* Begins a block, or moves it on to a later state.  What it overlaps is forgotten. */
void msim_relocated_begin(struct msim_relocation *relocation, const struct msim_relocated_new *is,
                          enum msim_relocated_state state);

/* The block that begins there, if any, is freed. */
void msim_relocated_end(struct msim_relocation *relocation, uint64_t address);

/* Forgets free blocks in the range, or (`all`) all blocks. */
void msim_relocated_forget(struct msim_relocation *relocation, uint64_t address, uint64_t bytes,
                           bool all);

/* True: the program has something in the range. */
bool msim_relocated_is_live(const struct msim_relocation *relocation, uint64_t address,
                            uint64_t bytes);

/* True: a block begins there that has been moved into a pool. */
bool msim_relocated_is_pooled(const struct msim_relocation *relocation, uint64_t address);

/* For statistics: the event of its allocation came. */
void msim_relocated_count(struct msim_relocation *relocation, const struct msim_relocated_new *is);
