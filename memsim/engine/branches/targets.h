/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where jumps and calls to computed targets go: a small ITTAGE (Seznec, "A 64-Kbytes ITTAGE
 * indirect branch predictor", 2011).
 *
 * Each branch has a record with its last target.  As long as that was the only one, it predicts, as
 * in most programs nearly all such branches have one target.  For the others, eight tables have
 * targets after a certain history, longer ones in each table (history.h).  The entry with the
 * longest history predicts; the next one, or else the last target, is its *other*.
 *
 * Rules:
 * - An entry that is right becomes sure.  One that is wrong is no longer sure, and if it was not
 *   sure, it takes the new target.
 * - It becomes useful where it is right and the other is wrong; it no longer is in the opposite
 *   case.
 * - If the prediction was wrong, an entry with a longer history is made, in the first table whose
 *   entry there is not useful.  If all are, none is any more.
 *
 * Cost: 64 KB and 32 bytes per branch.
 */
#pragma once

#include "goes.h"
#include "history.h"
#include "stream/lookup.h"

enum { MSIM_TARGETS_PLACE_BITS = 9 };

struct msim_target {
    uint64_t target;
    uint16_t tag;
    bool sure, useful;
};

struct msim_targets {
    struct msim_target entry[MSIM_HISTORY_TABLES][1 << MSIM_TARGETS_PLACE_BITS];
    struct msim_table branches; /* struct msim_target_branch */
    struct msim_lookup lookup;
};

void msim_targets_init(struct msim_targets *targets, const struct msim_mem *mem);

/* Was it predicted? */
bool msim_targets_branch(struct msim_targets *targets, const struct msim_history *history,
                         uint64_t address, uint64_t target, struct msim_goes *goes);
