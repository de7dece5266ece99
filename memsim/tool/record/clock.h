/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clock: CLOCK events, which say how many instructions no segment of the stream told of, and how
 * many milliseconds have passed.
 *
 * Where segments are only counted in place, the generated code adds the length of each to a word in the
 * thread's shadow state; what it has is taken over when the thread stops running, and when an event is
 * recorded.
 */
#ifndef MSIM_TOOL_RECORD_CLOCK_H
#define MSIM_TOOL_RECORD_CLOCK_H

#include "tool/base/shadow.h"

/* `counting`: there are no segments in the stream. */
void msim_clock_init(Bool counting, Bool milliseconds);

/* Does generated code count instructions? */
Bool msim_clock_is_counting(void);

void msim_clock_start(ThreadId tid);
void msim_clock_stop(ThreadId tid);

/* Records how late it is, if that has changed.  `shadow` as for msim_recorder_event. */
void msim_clock_event(struct msim_shadow *shadow);

#endif
