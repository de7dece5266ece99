/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the observers run: in the guest's process ("inside"), or in another one that reads the
 * chunks from shared memory ("outside").
 *
 * All that observers have is in memory that two processes can share (tool/base/memory.h), so the
 * work can change hands between any two chunks.  It begins inside.  When the program has run for a
 * while, a process is started for it.  Before anything that needs the results or the process itself
 * (the end, a fork, an exec), the work returns: the other process finishes what it was given and
 * ends, and everything goes on as if it had never been.  The results are the same either way.
 *
 * If the guest's process is killed, the other one finishes in its place.  If the other one is
 * killed, the results are lost, and the guest runs on.
 */
#ifndef MSIM_TOOL_OUTSIDE_OUTSIDE_H
#define MSIM_TOOL_OUTSIDE_OUTSIDE_H

#include "pub_tool_basics.h"

#include "ring.h"

struct msim_observers_calls {
    /* Observes a chunk, in either process. */
    void (*observe)(const struct msim_slot *slot);
    /* NULL: nothing is simulated as the stream comes. */
    struct msim_study *(*study)(void);
    /* Memory is short: what can do without more does. */
    void (*save_memory)(void);
    /* Writes the files, as they are at this moment. */
    Bool (*write)(void);
    /* In the other process: the guest's was killed, and all that it handed over was observed. */
    void (*orphaned)(void);
};

/* Call at the start. `calls` must live as long as the run. */
void msim_outside_init(const struct msim_observers_calls *calls);

/* May observers leave this process?  Until that is called, they do not.  Ends the run if the user
 * insists on it, and it is impossible. */
void msim_outside_allow(void);

/* The chunk to be filled first. */
uint64_t *msim_outside_chunk(void);

/* Takes a chunk; returns the next one to be filled. */
uint64_t *msim_outside_take(uint64_t *end, const struct msim_dict_counts *counts);

/* Waits until everything taken is observed; then the observers are in this process. */
void msim_outside_return(void);

/* The same before the files are written at the end: if this process is killed while it writes,
 * another one still has the state and writes them, until msim_outside_abandon(). */
void msim_outside_return_at_end(void);

/* Before a fork the work returns: the child gets a copy of everything.  Afterwards in both
 * processes. */
void msim_outside_before_fork(void);
void msim_outside_after_fork(void);
void msim_outside_in_child(void);

/* A system call of the guest may need the observers to be in its process. */
void msim_outside_before_syscall(UInt syscall, const UWord *args);
void msim_outside_after_syscall(UInt syscall, const UWord *args);

/* Ends the other process, without what it would do. */
void msim_outside_abandon(void);

/* Says how the time was spent (--stats=yes). */
void msim_outside_print(const struct msim_study *study);

/* Was the process of the observers killed?  Then there are no results. */
Bool msim_outside_is_lost(void);

#endif
