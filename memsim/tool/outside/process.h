/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process that is hidden from the guest: a copy of the tool, without the guest.
 *
 * It is not a child of the guest's process: a process in between starts it and ends at once, so the
 * system's first process, or another one outside of the run, becomes its parent.  It is in a
 * session of its own, so no signal to a group reaches it, all signals are blocked, and it has none
 * of the guest's files and memory.
 *
 * Neither process can wait for the other, so they notice its end in other ways: the started process
 * watches its starter through a descriptor; the starter finds in shared memory what the started
 * process, or the kernel for it, stored there at its end.
 */
#pragma once

#include "pub_tool_basics.h"

#include "ended.h"
#include "tool/base/memory.h"

/* In memory that both processes share. */
struct msim_process {
    struct msim_ended ended;
    Int number; /* or a negative errno */
    struct msim_memory_file file;
};

/* Call at the start, before the guest restricts the process, and in a forked child, which has no
 * such process. */
void msim_process_init(void);
void msim_process_in_child(void);

/* The number of CPUs on which it may run. */
UInt msim_process_cpus(void);

/* Makes a process that can be started, and started again when it has ended. */
struct msim_process *msim_process_new(void);

/* Starts it: it runs `work` and ends.  Returns why that was impossible; NULL: done. */
const HChar *msim_process_start(struct msim_process *process, void (*work)(void));

/* The first is true while it exists.  The second waits until it has done its work or ended, and
 * returns how. */
Bool msim_process_lives(const struct msim_process *process);
enum msim_end msim_process_wait(const struct msim_process *process);

/* True: its descendants become its children when their parents end (PR_SET_CHILD_SUBREAPER). */
Bool msim_process_adopts(void);

/* Kills it. */
void msim_process_kill(const struct msim_process *process);

/* --- In the new process ------------------------------------------------------------------- */

/* True: the process that started it still lives. */
Bool msim_process_parent_lives(void);

/* Its work is done, but it stays.  Returns when its starter has ended. */
void msim_process_hold(void);

/* Ends it before its work is done. */
void msim_process_fail(void) __attribute__((noreturn));
