/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predictions: which lines cores would take from each other if lines lay differently.
 *
 * Two neighbouring units are a pair.  Bytes of both lie in one line where lines are twice as long,
 * or where they begin elsewhere, as if the program's memory had been moved.  A pair that cores use
 * alternately has such lines: the two units together, if their address is a multiple of that, and
 * one at every eighth of the first unit.  Each follows the rules of coherence.h, in caches that
 * never replace anything.
 *
 * A pair is followed when cores have used it alternately, one at each unit, MSIM_NEAR_CHANGES
 * times, and none made more than MSIM_NEAR_PATIENCE references in a row; then all of its references
 * count.  So memory that one thread hands to another is dropped soon.
 *
 * Parts (units.h) have `pair * MSIM_NEAR_LINES + line` for the unit, and are counted from the
 * line's second miss on.
 *
 * Cost: each reference that is shown looks for two pairs, and takes a step for each of their lines.
 * At most MSIM_NEAR_BYTES are used for pairs, which have 16 bytes for each of their lines and
 * cores, and there are at most MSIM_NEAR_PARTS parts.
 */
#pragma once

#include "engine/coherence/sharing.h"
#include "units.h"

enum {
    MSIM_NEAR_LINES = 8,
    MSIM_NEAR_DOUBLED =
        0, /* the line of both units; line i begins after i eighths of the first one */
    MSIM_NEAR_CHANGES = 4,
    MSIM_NEAR_PATIENCE = 64,
    MSIM_NEAR_MAYBE = 1 << 12,
    MSIM_NEAR_BYTES = 1 << 26,
    MSIM_NEAR_PARTS = 1 << 20
};

/* A line of a pair, and what a core would have of it. */
struct msim_near_line {
    uint64_t held,
        lost; /* bits by core: they have it; they lost it to a write, and have not had it since */
    uint64_t misses;
};
struct msim_near_copy {
    uint64_t used, written; /* by the core since it got the line; by others since it lost it */
};

struct msim_near_pair {
    uint64_t number; /* of its first unit */
    uint32_t same_hash;
    struct msim_near_line line[MSIM_NEAR_LINES];
    struct msim_near_copy copy[]; /* by line, then by core */
};

/* A pair that may be followed soon. */
struct msim_near_maybe {
    uint64_t number; /* + 1 */
    uint32_t core;   /* that referred to it last, */
    bool second;     /* to its second unit, */
    uint32_t since;  /* after this many references in a row */
    uint32_t changes;
};

struct msim_near {
    uint32_t unit, cores;
    struct msim_table pairs; /* element 0 is unused */
    struct msim_lookup lookup;
    struct msim_near_pair *wanted;                 /* what is looked for */
    struct msim_near_maybe maybe[MSIM_NEAR_MAYBE]; /* by number */
    struct msim_share_units parts;
};

/* `unit`: bytes, a power of two. */
void msim_near_init(struct msim_near *near, const struct msim_mem *mem, uint32_t unit,
                    uint32_t cores);

/* A reference; key and `at` as in units.h, where the unit is that of the memory.  False: neither of
 * its pairs is followed, or may be soon. */
bool msim_near_take(struct msim_near *near, const struct msim_sharing *sharing,
                    const struct msim_share_part_key *key, int64_t at);

/* Sets all counts to zero. */
void msim_near_clear(struct msim_near *near);

/* Where a line begins, and how many bytes it has. */
static inline uint64_t msim_near_address(const struct msim_near *near, uint64_t pair, unsigned line)
{
    return pair * near->unit + (uint64_t)line * (near->unit / MSIM_NEAR_LINES);
}
static inline uint32_t msim_near_bytes(const struct msim_near *near, unsigned line)
{
    return line == MSIM_NEAR_DOUBLED ? 2 * near->unit : near->unit;
}
