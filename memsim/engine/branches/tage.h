/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Directions of conditional branches: TAGE (Seznec and Michaud, "A case for (partially) tagged
 * geometric history length branch predictors", JILP 8, 2006).
 *
 * The base has an entry for each branch, by its address alone.  Eight tables have entries for a
 * branch after a certain history, longer ones in each table (history.h).  The entry with the
 * longest history is asked; the next one, or else that of the base, is its *other*.  An entry is
 *
 *     15          5 4   3 2   0
 *     +------------+-----+-----+      counter: from 4 on, taken
 *     |    tag     | use | cnt |      use: how often it was right and the other was wrong
 *     +------------+-----+-----+
 *
 * Rules:
 * - An entry is new while its counter is 3 or 4 and its use is 0.  The other predicts instead of a
 *   new one, if others have been better than new ones lately, which a counter of 16 steps says.
 * - The entry learns: its counter goes one step towards what the branch did.
 * - If it and the other differ, its use goes up if it was right, else down.
 * - If the prediction was wrong, an entry with a longer history is made, in the first table whose
 *   entry there has no use.  Every second time that there are several, the search begins at the
 *   second one.  If all that are searched have some use, all of them lose one.
 * - Every 2^18 branches all entries lose a half of their use, the upper and the lower bit in turn.
 *
 * Cost: 170 instructions a branch.  80 KB, of which most programs use a part.
 */
#pragma once

#include "history.h"

enum {
    MSIM_TAGE_BASE_BITS = 13,
    MSIM_TAGE_ENTRIES =
        (1 << MSIM_TAGE_BASE_BITS) + (MSIM_HISTORY_TABLES << MSIM_HISTORY_PLACE_BITS)
};

struct msim_tage {
    uint16_t entry[MSIM_TAGE_ENTRIES]; /* of the base, then of each table */
    uint8_t others;                    /* 0 to 15; from 8 on, others are better than new entries */
    uint32_t branches, made;           /* so far; `made`: also those that found no place */
};

void msim_tage_init(struct msim_tage *tage);

/* Was it predicted?  Adds it to the history. */
bool msim_tage_branch(struct msim_tage *tage, struct msim_history *history, uint64_t address,
                      bool taken);
