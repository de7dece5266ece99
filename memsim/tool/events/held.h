/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel did for threads that are back from it, but whose turn it is not yet
 * (tool/schedule/).  It is recorded when they run: when they came back depends on the machine.
 */
#ifndef MSIM_TOOL_EVENTS_HELD_H
#define MSIM_TOOL_EVENTS_HELD_H

#include "pub_tool_basics.h"

#include "stream/event.h"

/* A kernel event of the thread. */
void msim_held_add(ThreadId tid, const uint64_t words[MSIM_KERNEL_WORDS]);

/* Records those of the thread, in their order, and forgets them. */
void msim_held_record(ThreadId tid, void (*record)(const uint64_t *words));

/* In a forked child, which only this thread is in. */
void msim_held_keep(ThreadId tid);

#endif
