/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process that the guest does not notice: a copy of the tool, without the guest.
 *
 * It is no child of the guest's process: one in between starts it and ends at once, so the system's
 * first process, or another one that the guest does not run, becomes its parent.  It is in a
 * session of its own, so no signal to a group reaches it, all signals are blocked, and it has none
 * of the guest's files and memory.
 *
 * Neither process can wait for the other, so they learn in other ways that it ended: the one that
 * was started watches the other through a descriptor; the other finds in memory that both share
 * what the started one, or the kernel in its place, stored there at its end.
 */
#ifndef MSIM_TOOL_OUTSIDE_PROCESS_H
#define MSIM_TOOL_OUTSIDE_PROCESS_H

#include "pub_tool_basics.h"

#include "ended.h"
#include "tool/base/memory.h"

/* In memory that both share. */
struct msim_process {
    struct msim_ended ended;
    Int number; /* or a negative errno */
    struct msim_memory_file file;
};

/* Call at the start, before the guest restricts the process, and in a forked child, which has
 * started none. */
void msim_process_init(void);
void msim_process_in_child(void);

/* On how many CPUs may it run? */
UInt msim_process_cpus(void);

/* One that can be started, and started again when it has ended. */
struct msim_process *msim_process_new(void);

/* Starts it: it runs `work` and ends.  Returns why that was impossible; NULL: done. */
const HChar *msim_process_start(struct msim_process *process, void (*work)(void));

/* Is it still there?  Waits until it has done its work or ended, and says how. */
Bool msim_process_lives(const struct msim_process *process);
enum msim_end msim_process_wait(const struct msim_process *process);

/* Do its descendants become its children when their parents end?  (PR_SET_CHILD_SUBREAPER) */
Bool msim_process_adopts(void);

/* Ends it, wherever it is. */
void msim_process_kill(const struct msim_process *process);

/* --- In the new process ------------------------------------------------------------------- */

/* Does the one that started it still live? */
Bool msim_process_parent_lives(void);

/* Its work is done, but it stays.  Returns when the one that started it has ended. */
void msim_process_hold(void);

/* Ends it, without having done its work. */
void msim_process_fail(void) __attribute__((noreturn));

#endif
