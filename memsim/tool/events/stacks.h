/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's call stacks, as the dictionary numbers them (stream/calls.h).
 *
 * Valgrind's unwinder gives an array of code addresses; the first is where the thread is, the others
 * lie in the call instructions.  What is below main is left out, unless --show-below-main=yes.  An
 * array met before is found in a cache by its hash and compared; only new ones are described.
 *
 * Addresses mean what they meant until debug information comes or goes, by dlopen or dlclose: then the
 * cache starts anew.  The dictionary gives the same numbers again where nothing changed.
 *
 * Cost: the unwinding, some 20 ns a frame, where stackmemo.h does not save it; the cache, one look-up.
 */
#ifndef MSIM_TOOL_EVENTS_STACKS_H
#define MSIM_TOOL_EVENTS_STACKS_H

#include "pub_tool_basics.h"

#include "stream/dict.h"

enum { MSIM_DEPTH_MAX = 500 };

/* At most `depth` frames, 1 to MSIM_DEPTH_MAX, are kept. */
void msim_stacks_init(struct msim_dict *dict, Int depth);

/* The stack of a thread that stands at the entry of a function, with its stack and frame pointers,
 * that returns to `back`; the innermost frame is that of its caller. */
uint32_t msim_stack_at_entry(ThreadId tid, Addr sp, Addr fp, Addr back);

/* The stack of a thread, with the function it is in. */
uint32_t msim_stack_here(ThreadId tid);

#endif
