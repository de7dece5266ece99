/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rules of threads in the stream: what a reader of task events (event.h) may rely on.
 *
 *      CREATED (RUNS | YIELDS | BLOCKED WOKEN)* [BLOCKED] ENDED
 *
 * Threads are numbered 1, 2, ... in the order in which they were created, and no number is used
 * again.  A thread's CREATED comes before everything else that names it, at the moment of creation:
 * what the creator ran before is before it in the stream.  The creator of the first thread is not
 * in the stream, nor is the end of threads that still live when the stream ends.
 *
 * A thread that is BLOCKED runs nothing until it is WOKEN.  WOKEN comes at the moment of the
 * wake-up: what the waker ran before is before it, and what the waker runs afterwards is after it.
 * Wakers are known for futexes, so for everything that libraries build on them (mutexes,
 * conditions, barriers, semaphores, joins), within a process.  Other waits have the waker 0: pipes,
 * sockets, time, signals, other processes.  So has a system call that did not wait, but during
 * which another thread ran.  A thread that was woken by mistake is BLOCKED again before it runs.
 *
 * A thread that YIELDS does not wait for any event of the stream, but often for a value that
 * another thread will write.
 *
 * After ENDED a thread runs nothing, and is named only as the waker of the thread that joins it.  A
 * thread that reads the word that was cleared (event.h) joins it without waiting.  A forked child
 * has only the thread that forked: all others have ended there.
 *
 * Cost: an event, and a byte per thread.
 */
#pragma once

#include "event.h"
#include "mem.h"

struct msim_tasks {
    bool recorded;            /* otherwise the stream has no such events */
    struct msim_table states; /* by the numbers of threads */
};

void msim_tasks_init(struct msim_tasks *tasks, const struct msim_mem *mem, bool recorded);

/* Follows a stream's events, which are valid (event.h).  NULL: the event obeys the rules; otherwise
 * what was expected. */
const char *msim_tasks_expected(struct msim_tasks *tasks, const uint64_t *record);
