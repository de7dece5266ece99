/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The companion of an array: a fully associative LRU cache of some number of lines that sees the
 * same references.  Misses that both have are due to the work; others, to where things lie.
 *
 * Model: it holds the `lines` blocks that were used last.  So it holds a block exactly if the
 * block's last use is not before that of the least recently used of these, which is called
 * `oldest`.  All that must be known is when the block was used last, and where `oldest` moves to.
 *
 *     time    1 2 3 4 5 6 7 8 ...      `live` has a bit for each time: it is set if the block used
 *     block   a b c a d b e c          then has not been used since.  Here 4 to 8 are set.
 *     live    0 0 0 1 1 1 1 1          With 4 lines, `oldest` is 5: a was pushed out by c at 8.
 *
 * The array knows the last use of what it holds: a hit there needs no search, only two bits.  What
 * the array gives up is kept in a hash with its time as long as it is not older than `oldest`.  A
 * companion without an array, or of one with more than MSIM_SCAN_WAYS ways, has all its blocks in
 * the hash.
 *
 * Times are the array's stamps, too.  When the bits are used up, all times are replaced by their
 * ranks, of those before `oldest` in each set.
 *
 * Invariants: `held` bits are set, all from `oldest` to `now`.  If the array has a block, the hash
 * has no current time of it.
 *
 * Cost: about 12 instructions for a hit in the array; for a miss a search in the hash, and another
 * to put what is given up into it.  12 bits per line, and 34 to 68 bytes for each block in the
 * hash.
 */
#pragma once

#include "array.h"

struct msim_companion;

/* `array`: unused so far; NULL: none.  `times`: between two replacements, for tests of small
 * limits; 0: as is best. */
struct msim_companion *msim_companion_new(const struct msim_mem *mem, struct msim_array *array,
                                          uint32_t lines, uint32_t times);

/* Removes all blocks; the array has been emptied. */
void msim_companion_empty(struct msim_companion *companion);

/* References the block in the array and here; true if it missed there.  Sets *missed if it missed
 * here. */
bool msim_companion_touch(struct msim_companion *companion, uint64_t block, bool *missed);

/* The same without an array; true if it missed. */
bool msim_companion_touch_alone(struct msim_companion *companion, uint64_t block);

/* A companion of a level whose array is elsewhere. */
struct msim_full_level {
    struct msim_companion *companion; /* NULL: no companion */
    unsigned shift;                   /* address to block */
};

/* References the bytes from `first` to `last`; true if any of their blocks missed. */
bool msim_full_touch(const struct msim_full_level *level, uint64_t first, uint64_t last);
