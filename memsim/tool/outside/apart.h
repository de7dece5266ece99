/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * An observer apart from the others: where one takes about as long as the simulator (a sweep), the
 * observers' process gives it one of its own, and sends it what it would get there.
 *
 *     program -> ring -> simulator and the others -> ring -> sweep
 */
#ifndef MSIM_TOOL_OUTSIDE_APART_H
#define MSIM_TOOL_OUTSIDE_APART_H

#include "engine/study.h"
#include "ring.h"

/* Call at the start, in the guest's process.  `study`: NULL: nothing is simulated. */
void msim_apart_init(struct msim_ring_times *times, struct msim_study *study);

/* In the observers' process: begins, if there is such an observer. */
void msim_apart_start(void);

/* Ends it, when it has observed everything; then it is where the others are. */
void msim_apart_end(void);

#endif
