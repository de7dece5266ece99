/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Divides the cycles between two instructions' retirements by what they were spent on, in this
 * order:
 *
 *     busy      a `width`th of a cycle, or a `retire`th if that is longer; nothing if it takes no
 *               place
 *     late      until two cycles after it entered, when operations of one cycle are ready that wait
 *               for nothing: for what held the front last, and its instruction; if nothing did
 *               since the one before it retired, for the front and that one
 *     waiting   until it retired. What comes after the last of its loads is ready, is a
 *               dependency; the cycles before that are the load's level's, those before them are
 *               spent on bandwidth, and those before on the walk. The rest are dependencies.
 *
 * A cycle is charged to what has its point: tick cycle * 148 % 240 of it. So all charges together
 * are whole cycles whose points lie before the last retirement, which are all cycles, or all but
 * the last.
 */
#pragma once

#include <stdbool.h>

#include "memory/waits.h"

/* Gets the cycles: those of an instruction of `site` that were spent on `cause`. */
struct msim_charges {
    void (*charge)(void *self, uint32_t site, enum msim_cause cause, uint64_t cycles);
    void *self;
};

/* What was charged so far. */
struct msim_account {
    struct msim_charges to;
    uint32_t retires;           /* the site of the instruction that is charged */
    const struct msim_wait *by; /* the load whose wait is charged; NULL: it is something else */
    bool far;                   /* what is charged was spent on code from beyond L2 */
    uint64_t charged;           /* whole cycles, */
    uint64_t mark;              /* ticks: and where the next one is charged */
};

/* How the instruction came to retire; ticks. */
struct msim_spent {
    uint32_t site, late_site;
    enum msim_cause late;       /* why it did not enter earlier, */
    bool far;                   /* which was code from beyond L2 */
    uint64_t busy;              /* it takes this long in any case */
    uint64_t could_end;         /* when operations of one cycle are ready */
    const struct msim_wait *by; /* the load that was ready last; its `ready` is 0: there is none */
};

/* Charges the ticks from the last retirement to this one, at `time`, which is after the mark: else
 * there is nothing to charge. */
void msim_charge(struct msim_account *account, uint64_t last, uint64_t time,
                 const struct msim_spent *spent);
