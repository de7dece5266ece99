/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lives of heap blocks, by the stack that allocated them: how many there were, how many were
 * live at most, at the heap's peak and at the end, and how long they lived.
 *
 * A stack is a call of the dictionary (stream/calls.h).  The heap's peak is the moment when its
 * blocks had most bytes together; a stack's own peak is the same for its blocks alone.  If a peak
 * is reached again, the last time counts.
 *
 * A realloc ends a block and begins another one, on the stack of the realloc.  So it counts as an
 * allocation of the new size, as in DHAT.  DHAT leaves the block with the stack of its first
 * allocation, however often it is resized and even if it moves.  Here it belongs to the last
 * realloc, which determined its size and address, as in memsim's other files.  Where both stacks
 * are the same, as for a vector that grows in a loop, the numbers are DHAT's.
 *
 * The sum of lifetimes is the sum of the ends less the sum of the beginnings, so no block's
 * beginning is kept.  It is calculated modulo 2^64, like the two sums.
 *
 * Cost: O(1) per block that begins or ends.  About 100 bytes per stack with blocks, and 4 per call.
 */
#pragma once

#include "stream/mem.h"

/* Numbers of blocks, and their bytes together. */
struct msim_lives_sum {
    uint64_t blocks, bytes;
};

/* What became of a stack's blocks; also of all blocks, where `most` is the same as `at_peak`. */
struct msim_life {
    uint32_t stack;
    struct msim_lives_sum all;     /* that ever began */
    struct msim_lives_sum most;    /* live at the stack's own peak */
    struct msim_lives_sum at_peak; /* live at the heap's peak */
    struct msim_lives_sum at_end;  /* live now */
    uint64_t lifetime;             /* the sum, in instructions; blocks that are live end now */
};

struct msim_lives {
    struct msim_table stacks;   /* those with blocks */
    struct msim_table of_stack; /* number in `stacks` + 1; 0: no block yet */
    struct msim_lives_sum live, peak;
    uint64_t peak_number; /* 0: there was no peak yet */
    uint64_t peak_time;
};

/* `most`: the number of stacks, 0 included; larger numbers count as stack 0. */
void msim_lives_init(struct msim_lives *lives, const struct msim_mem *mem, uint32_t most);

/* A block of the stack begins or ends; `now` is the time in instructions, which never decreases. */
void msim_lives_begin(struct msim_lives *lives, uint32_t stack, uint64_t bytes, uint64_t now);
void msim_lives_end(struct msim_lives *lives, uint32_t stack, uint64_t bytes, uint64_t now);

/* For a forked child: all live blocks begin now. */
void msim_lives_clear(struct msim_lives *lives, uint64_t now);

/* The stacks that ever had a block, numbered from 0 in the order of their first ones. */
static inline uint32_t msim_lives_used(const struct msim_lives *lives)
{
    return lives->stacks.used;
}
struct msim_life msim_lives_at(const struct msim_lives *lives, uint32_t number, uint64_t now);
