/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A process that the guest does not notice: a copy of the tool, without the guest.
 *
 * It is a child of the guest's process, but one for which the kernel sends no signal and which
 * wait() does not see.  It is in a session of its own, so no signal to a group reaches it, all
 * signals are blocked, and it has none of the guest's files and memory.
 */
#ifndef MSIM_TOOL_OUTSIDE_PROCESS_H
#define MSIM_TOOL_OUTSIDE_PROCESS_H

#include "pub_tool_basics.h"

/* Call at the start, before the guest restricts the process. */
void msim_process_init(void);

/* On how many CPUs may it run? */
UInt msim_process_cpus(void);

/* Is the process's memory limited (ulimit -v)? */
Bool msim_process_is_limited(void);

/* Starts a process that runs `work` and ends.  Returns its number, or a negative errno. */
Int msim_process_start(void (*work)(void));

/* Is it still there? */
Bool msim_process_lives(Int process);

/* Waits until it has ended.  Returns 0: it ended well; else a signal, or -1. */
Int msim_process_wait(Int process);

/* In the new process: does the one that started it still live? */
Bool msim_process_parent_lives(void);

#endif
