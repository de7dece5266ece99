/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that begin, wait and end, as events of the stream (stream/tasks.h).
 *
 * Valgrind lets one thread run at a time, and another one when it is in the kernel.  So a thread
 * waits if it is in a system call that may wait (waiting.h) when another one runs.  For futexes it
 * is known where it waits (futexes.h).
 *
 * The schedule (tool/schedule/schedule.h) also learns from here which threads are ready.  Before
 * msim_tasks_init, none of these functions does anything.
 */
#pragma once

#include "pub_tool_basics.h"

/* After msim_recorder_init and msim_schedule_init.  `recorded`: as events. */
void msim_tasks_init(Bool recorded);

/* The thread `tid`, with this number in the stream, is about to be created; `creator` 0: none. */
void msim_tasks_create(ThreadId creator, ThreadId tid, UInt number);

/* The thread is about to run guest code, or a handler of a signal. */
void msim_tasks_run(ThreadId tid);

/* The kernel reports something that it did for the thread, before or after a system call. */
void msim_tasks_in_kernel(ThreadId tid);

void msim_tasks_before_syscall(ThreadId tid, UInt syscall, const UWord *args);
void msim_tasks_after_syscall(ThreadId tid, SysRes result);

/* Call in a forked child, which has only the thread that forked. */
void msim_tasks_in_child(ThreadId tid);
