/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clock: CLOCK events, with the number of instructions that ran outside the segments of the
 * stream, and the milliseconds since the start.
 *
 * If segments are only counted in place, the generated code adds their lengths to a word in the
 * thread's shadow state.  It is collected when the thread stops running and when an event is
 * recorded.
 */
#pragma once

#include "tool/base/shadow.h"

/* `counting`: the stream has no segments. */
void msim_clock_init(Bool counting, Bool milliseconds);

/* True: generated code counts instructions. */
Bool msim_clock_is_counting(void);

void msim_clock_start(ThreadId tid);
void msim_clock_stop(ThreadId tid);

/* Records the time, if it has changed.  `shadow` as for msim_recorder_event(). */
void msim_clock_event(struct msim_shadow *shadow);
