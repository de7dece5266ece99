/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Checks the blocks of allocators that users name (--allocator).
 *
 * A function that is not an allocator, or whose arguments mean something else, soon returns what
 * cannot be a block: memory that is not mapped, or a block over one that is still live.  Then the
 * run ends with a message that has the option and the call, because the heap's results would be
 * wrong.
 *
 * Blocks end when the function that frees them is entered: another thread may get the memory before
 * it returns.  Blocks of different allocators may overlap, as one may take its memory from another.
 *
 * Cost: nothing unless --allocator is given; then a search in a tree for each of its calls and for
 * each free.
 */
#pragma once

#include "allocfns.h"
#include "tool/base/shadow.h"

/* The following functions are for runs with such an allocator. */
void msim_named_init(const struct msim_allocators *allocators);

/* A block of the pending call's allocator was returned. */
void msim_named_began(const struct msim_pending *pending, Addr block);

/* The address of the block that the pending call has stored. */
Addr msim_named_stored(const struct msim_pending *pending);

/* A function that frees or resizes this block was entered. */
void msim_named_ended(Addr block);
