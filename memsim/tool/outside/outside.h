/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the observers run: in the guest's process ("inside"), or in a process of their own, the
 * observer process, which reads the chunks from shared memory ("outside").
 *
 * All memory of observers can be shared by two processes (tool/base/memory.h), so the work can move
 * between any two chunks.  It begins inside.  When the program has run for a while, the observer
 * process is started.  Before anything that needs the results or the process itself (the end, a
 * fork, an exec), the work returns: the observer process finishes what it got and ends, and the run
 * goes on inside.  The results are the same either way.
 *
 * If the guest's process is killed, the observer process finishes in its place.  If the observer
 * process is killed, results since the last checkpoint are lost, and the guest runs on.
 */
#pragma once

#include "pub_tool_basics.h"

#include "ring.h"

struct msim_observers_calls {
    /* Observes a chunk, in either process. */
    void (*observe)(const struct msim_slot *slot);
    /* NULL: nothing is simulated as the stream comes. */
    struct msim_study *(*study)(void);
    /* Memory is short: observers that can do without more memory do so. */
    void (*save_memory)(void);
    /* Writes the files with the counts so far. */
    Bool (*write)(void);
    /* In the observer process: the guest's process was killed, and all its chunks were observed. */
    void (*orphaned)(void);
};

/* Call at the start. `calls` must live as long as the run. */
void msim_outside_init(const struct msim_observers_calls *calls);

/* Allows observers to leave this process, if that is possible; until this is called, they stay.
 * Ends the run if the user insists on it and it is impossible. */
void msim_outside_allow(void);

/* The chunk to be filled first. */
uint64_t *msim_outside_chunk(void);

/* Takes a chunk; returns the next one to be filled. */
uint64_t *msim_outside_take(uint64_t *end, const struct msim_dict_counts *counts);

/* Waits until everything taken is observed; then the observers are in this process. */
void msim_outside_return(void);

/* The same before the files are written at the end: the observer process keeps the state until
 * msim_outside_abandon(), and writes the files if this process is killed while it writes. */
void msim_outside_return_at_end(void);

/* The first is called before a fork: the work returns, and the child gets a copy of everything.
 * The others are called after it, in both processes. */
void msim_outside_before_fork(void);
void msim_outside_after_fork(void);
void msim_outside_in_child(void);

/* A system call of the guest may need the observers to be in its process. */
void msim_outside_before_syscall(UInt syscall, const UWord *args);
void msim_outside_after_syscall(UInt syscall, const UWord *args);

/* Ends the observer process without its further work. */
void msim_outside_abandon(void);

/* Prints how the time was spent (--stats=yes). */
void msim_outside_print(const struct msim_study *study);

/* True: the observer process was killed, so there are no results. */
Bool msim_outside_is_lost(void);
