/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a core learns from what it does not run: predictors from where the program went, prefetchers
 * from what it loaded and what that missed, and, where it foresees which store a load takes from,
 * that from both.
 *
 * What was loaded is known when a record ran, what it missed only when the queue of misses is
 * drained, which may be much later. So prefetchers learn in pieces of MSIM_SAMPLES_PIECE
 * instructions, at whose ends it is drained: from all loads of a piece, and then from its misses.
 *
 * Cost: 5 to 10 ns for a segment, and what predictors take for a branch (tage.h); 32 KB.
 */
#pragma once

#include "pipeline.h"

enum { MSIM_LEARNED_MISSES = 4096 };

/* What was missed in a piece. */
struct msim_learning {
    bool on; /* a piece runs */
    uint32_t used;
    uint64_t line[MSIM_LEARNED_MISSES];
};

/* Predictors see the segment. */
void msim_learn_branches(struct msim_pipeline *pipeline, const struct msim_planned *plan);

/* Prefetchers see what its instructions load, and what foresees stores that, too. */
void msim_learn_accesses(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                         const uint64_t *record);

/* The line missed the first level of data; in a piece, the first so many count. */
static inline void msim_learning_miss(struct msim_learning *learning, uint64_t line)
{
    if (learning->on && learning->used < MSIM_LEARNED_MISSES)
        learning->line[learning->used++] = line;
}

/* A piece ends: prefetchers see what was missed. `goes_on`: another one begins. */
void msim_learn_misses(struct msim_learning *learning, struct msim_pipeline *pipeline,
                       bool goes_on);
