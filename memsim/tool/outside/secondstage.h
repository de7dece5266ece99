/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The study's second stage (engine/study.h) in a process of its own, which gets its input from the
 * observer process:
 *
 *     program -> ring -> simulator, heap, ... -> ring -> outer levels, sweep
 */
#pragma once

#include "engine/study.h"
#include "ring.h"

/* Call at the start, in the guest's process.  `study`: NULL: nothing is simulated. */
void msim_second_stage_init(struct msim_ring_times *times, struct msim_study *study);

/* In the observer process: starts it, if there is a second stage. */
void msim_second_stage_start(void);

/* Ends it after it has taken everything; then the second stage is in the observer process. */
void msim_second_stage_end(void);

/* In the guest's process: the observer process was killed, and the second stage is lost with it. */
void msim_second_stage_lost(void);
