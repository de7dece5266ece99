/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guard: another process that has the state of the observers as it was at some moment, and writes
 * the files if the guest's process is killed.
 *
 * Around a fork the observers are inside, because two processes go on from the same state, and
 * starting others for both would take longer than many a child lives.  So nothing is lost, each has
 * a guard until its observers leave again: in the process that forks, the process where they were;
 * in the child, a copy of the child, of which the kernel copies only pages that change.  What is
 * observed afterwards is lost with the guest's process, so a guard is replaced when that is much.
 */
#ifndef MSIM_TOOL_OUTSIDE_GUARD_H
#define MSIM_TOOL_OUTSIDE_GUARD_H

#include "process.h"

/* Call at the start.  `orphaned`: writes the files, in the guard. */
void msim_guard_init(void (*orphaned)(void));

Bool msim_guard_is_on(void);

/* A chunk was observed here; is the guard's state now so old that a new guard pays?  `waits`:
 * the guest may be about to wait. */
void msim_guard_count_chunk(void);
Bool msim_guard_is_old(Bool waits);

/* Starts a guard, or replaces it, with the state of now, which must be in private memory. */
void msim_guard_start(void);

/* From now on this one is the guard, as it holds the state (msim_process_hold).  Returns one
 * that can be started. */
struct msim_process *msim_guard_take_over(struct msim_process *holds);

void msim_guard_end(void);

/* In a forked child: it has none. */
void msim_guard_in_child(void);

#endif
