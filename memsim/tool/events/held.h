/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernel events of threads that are back from the kernel, but are not chosen to run yet
 * (tool/schedule/).  They are recorded when the thread runs, because the time of its return depends
 * on the machine.
 */
#ifndef MSIM_TOOL_EVENTS_HELD_H
#define MSIM_TOOL_EVENTS_HELD_H

#include "pub_tool_basics.h"

#include "stream/event.h"

/* Adds a kernel event of the thread. */
void msim_held_add(ThreadId tid, const uint64_t words[MSIM_KERNEL_WORDS]);

/* Records those of the thread, in their order, and forgets them. */
void msim_held_record(ThreadId tid, void (*record)(const uint64_t *words));

/* Call in a forked child, which has only this thread. */
void msim_held_keep(ThreadId tid);

#endif
