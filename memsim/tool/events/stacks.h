/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The guest's call stacks, as numbers of the dictionary (stream/calls.h).
 *
 * Valgrind's unwinder returns an array of code addresses: first that of the thread, then addresses
 * in call instructions.  Frames below main are omitted, unless --show-below-main=yes.  A cache
 * finds arrays that were seen before, by hash and comparison; only new ones are described.
 *
 * Addresses keep their meaning until debug information is loaded or unloaded, by dlopen or dlclose:
 * then the cache is emptied.  The dictionary returns the same numbers again for what did not
 * change.
 *
 * Cost: unwinding, some 20 ns per frame unless stackmemo.h avoids it; one look-up in the cache.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

struct msim_needs;

enum { MSIM_DEPTH_MAX = 500 };

/* Records at most `depth` frames of a stack, 1 to MSIM_DEPTH_MAX, with what sites need. */
void msim_stacks_init(struct msim_dict *dict, Int depth, const struct msim_needs *needs);

/* The stack of a thread at the entry of a function, with its stack and frame pointers, that returns
 * to `back`.  The innermost frame is the caller's. */
uint32_t msim_stack_at_entry(ThreadId tid, Addr sp, Addr fp, Addr back);

/* The address of a stack's innermost frame; 0: it has none. */
Addr msim_stack_caller(uint32_t stack);

/* The stack of a thread, including the function that it is in. */
uint32_t msim_stack_here(ThreadId tid);
