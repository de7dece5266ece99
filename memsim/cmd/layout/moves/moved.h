/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The blocks of moves.h: where each was and is. */
#ifndef MSIM_CMD_LAYOUT_MOVED_H
#define MSIM_CMD_LAYOUT_MOVED_H

#include "moves.h"

/* A block, in one of these states: ahead (only its header is known), early (it is about to be
 * allocated), live, or free. */
enum msim_moved_state {
    MSIM_MOVED_AHEAD,
    MSIM_MOVED_EARLY,
    MSIM_MOVED_LIVE,
    MSIM_MOVED_FREE,
    MSIM_MOVED_UNUSED
};

struct msim_moved {
    uint64_t address, bytes;
    uint64_t elements;
    uint32_t rule;
    uint32_t spare;
    enum msim_moved_state state;
    bool heap;   /* it has a header */
    bool placed; /* it has the places below; else it is where it was */
    bool pooled;
    bool in_place;                /* only its fields move */
    const struct msim_plan *plan; /* NULL: it stays, because it does not fit */
    uint64_t at;                  /* of part 0, */
    uint64_t *more;               /* and of the others */
};

enum { MSIM_MOVED_LINKS = 16 /* bytes that an allocator writes to a free block */ };

/* The bytes of its address range that are the block's. */
static inline uint64_t msim_moved_extent(const struct msim_moved *block)
{
    uint64_t least = block->heap ? MSIM_MOVED_LINKS : 1;
    return block->bytes > least ? block->bytes : least;
}

/* Bytes of part 0 for the whole block. */
uint64_t msim_moved_first_part(const struct msim_moved *block, const struct msim_layout_rule *rule);

/* What a block is that begins. */
struct msim_moved_new {
    uint64_t address, bytes;
    uint32_t rule;
    bool heap;
};

/* Begins a block, or moves it on to a later state.  What it overlaps is forgotten. */
void msim_moved_begin(struct msim_moves *moves, const struct msim_moved_new *is,
                      enum msim_moved_state state);

/* The block that begins there, if any, is freed. */
void msim_moved_end(struct msim_moves *moves, uint64_t address);

/* Forgets free blocks in the range, or (`all`) all blocks. */
void msim_moved_forget(struct msim_moves *moves, uint64_t address, uint64_t bytes, bool all);

/* True: the program has something in the range. */
bool msim_moved_is_live(const struct msim_moves *moves, uint64_t address, uint64_t bytes);

/* True: a block begins there that has been moved into a pool. */
bool msim_moved_is_pooled(const struct msim_moves *moves, uint64_t address);

/* For statistics: the event of its allocation came. */
void msim_moved_count(struct msim_moves *moves, const struct msim_moved_new *is);

#endif
