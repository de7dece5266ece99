/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads and signal handlers: which one runs, as events of the stream.
 *
 * Threads are numbered in the order in which they were created, because Valgrind gives the numbers
 * of threads that ended to new ones.
 */
#pragma once

#include "pub_tool_basics.h"

#include "engine/base/observer.h"

/* After msim_recorder_init. */
void msim_threads_init(const struct msim_needs *needs);

/* Records from now on which thread runs, even if no observer needs it. */
void msim_threads_record(void);

/* The number of a thread that has run. */
UInt msim_threads_number(ThreadId tid);

/* A thread starts to run guest code. */
void msim_threads_start(ThreadId tid);

/* The kernel does something for a thread.  False: another thread has run since, so the event must
 * wait until this thread runs again (maps.c). */
Bool msim_threads_in_kernel(ThreadId tid);
