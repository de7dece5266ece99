/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A guard: a process that has an earlier state of the observers, and writes the files if the
 * guest's process is killed.
 *
 * Around a fork the observers are inside, because two processes go on from the same state, and
 * starting an observer process for each would take longer than many children live.  So that a kill
 * loses little, each has a guard until its observers leave again: in the process that forks, the
 * process where they were; in the child, a copy of the child, of which the kernel copies only pages
 * that change.  What is observed later is lost with the guest's process, so a guard is replaced
 * when that is much.
 */
#pragma once

#include "process.h"

/* Call at the start.  `orphaned`: writes the files, in the guard. */
void msim_guard_init(void (*orphaned)(void));

Bool msim_guard_is_on(void);

/* Call after a chunk was observed here.  True: the guard's state is so old that a new guard pays.
 * `waits`: the guest may be about to wait. */
void msim_guard_count_chunk(void);
Bool msim_guard_is_old(Bool waits);

/* Starts a guard, or replaces it, with the present state, which must be in private memory. */
void msim_guard_start(void);

/* Makes this process the guard, as it holds the state (msim_process_hold).  Returns a process that
 * can be started. */
struct msim_process *msim_guard_take_over(struct msim_process *holds);

void msim_guard_end(void);

/* Call in a forked child: it has no guard. */
void msim_guard_in_child(void);
