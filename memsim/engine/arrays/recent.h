/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The companion of an array (companion.h) whose hits are not seen: it answers when the array
 * misses.
 *
 * Model: a fully associative LRU cache of N lines has a line exactly if fewer than N others were
 * used since its last use.  The array's stamps are the times of last use of the lines that it
 * holds, and of the lines that it gave up the times are kept here.  So the number of lines used
 * since some time is the number of stamps after it, here and there: they are only counted when a
 * line misses that was given up, and hits cost nothing.
 *
 *     array, two sets of one way: b at 5, c at 7     given up: a at 3, d at 6
 *     a misses.  After 3 are 5, 6 and 7, so caches of up to three lines would have missed it.
 *
 * What fell out of the N lines that were used last stays out until it is used again.  So lines that
 * were given up are dropped when there is no room, as far as N others were used after them.
 *
 * A line that a prefetch brought, and that was not used yet, has no time in the array: what its slot
 * says does not count, and the time of its last use is still here.
 *
 * Invariants: a line has a time in the array or here, never in both; no two lines have the same.
 * Cost: for a miss one or two searches in a hash, and, for lines given up not long ago, a count of
 * all stamps, four at a time.  20 to 80 bytes for each of the array's lines.
 */
#pragma once

#include "array.h"

struct msim_recent;

/* `array`: unused so far.  Each of its stamps must be another one. */
struct msim_recent *msim_recent_new(const struct msim_mem *mem, struct msim_array *array);

/* `early`, by slot: its line was prefetched, and not used yet. */
void msim_recent_ignore(struct msim_recent *recent, const uint8_t *early);
bool msim_recent_ignores(const struct msim_recent *recent, uint64_t slot);

/* The array misses a line: true if the companion does, too.  It has a time of its own from now
 * on. */
bool msim_recent_misses(struct msim_recent *recent, uint64_t line);

/* A line that was prefetched is used: it has a time of its own from now on. */
void msim_recent_return(struct msim_recent *recent, uint64_t line);

/* The array gives up a line that was used last at `time`. */
void msim_recent_give_up(struct msim_recent *recent, uint64_t line, uint32_t time);

/* All are given up and forgotten. */
void msim_recent_empty(struct msim_recent *recent);

/* Other times, `count` of them, each `step` after the one before. */
struct msim_more_times {
    uint32_t *first;
    uint32_t count, step;
};

/* Makes all times 1, 2, 3, ..., in the order that they had, and these others; returns the largest. */
uint32_t msim_recent_renumber(struct msim_recent *recent, const struct msim_more_times *more);
