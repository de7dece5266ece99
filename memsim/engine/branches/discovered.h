/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which conditional branches were taken at all, and which of them always, as a branch target buffer
 * has them: most branches go one way only, and need no history.
 *
 * A branch that is not here has never been taken, as far as is known, and is foreseen so.  When it
 * is taken, it gets a place, and is foreseen as always taken.  When it then is not taken for once,
 * it goes both ways from then on: tage.h tells which, and only such branches are in the history.
 *
 * There are 4,096 sets of four places.  A new branch takes that of the one which came first.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stream/hash.h"

enum { MSIM_DISCOVERED_SETS = 4096, MSIM_DISCOVERED_WAYS = 4, MSIM_DISCOVERED_BOTH = 2 };

/* What is known of a branch. */
enum msim_course { MSIM_COURSE_NEVER, MSIM_COURSE_ALWAYS, MSIM_COURSE_BOTH };

struct msim_discovered {
    /* The newest first: 14 bits of a tag, whether it goes both ways, and 1; 0: none. */
    uint16_t place[MSIM_DISCOVERED_SETS][MSIM_DISCOVERED_WAYS];
    uint64_t both; /* branches that were found to go both ways */
};

/* What was known of a branch that goes this way now. */
static inline enum msim_course msim_discovered_see(struct msim_discovered *discovered,
                                                   uint64_t address, bool taken)
{
    uint64_t hash = msim_mix(address);
    uint16_t *place = discovered->place[hash % MSIM_DISCOVERED_SETS];
    uint16_t wanted = (uint16_t)(hash >> 16 << 2 | 1);
    for (unsigned i = 0; i < MSIM_DISCOVERED_WAYS; i++)
        if ((place[i] & ~MSIM_DISCOVERED_BOTH) == wanted) {
            bool both = place[i] & MSIM_DISCOVERED_BOTH;
            if (!taken && !both) {
                place[i] |= MSIM_DISCOVERED_BOTH;
                discovered->both++;
            }
            return both ? MSIM_COURSE_BOTH : MSIM_COURSE_ALWAYS;
        }
    if (taken) {
        for (unsigned i = MSIM_DISCOVERED_WAYS - 1; i > 0; i--)
            place[i] = place[i - 1];
        place[0] = wanted;
    }
    return MSIM_COURSE_NEVER;
}
