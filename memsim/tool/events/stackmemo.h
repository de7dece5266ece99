/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recognises stacks that were seen before, without unwinding them.
 *
 * The unwinder computes each frame from the next inner one: from its address, its stack pointer
 * and, if unwind information says so, its frame pointer.  On the way it reads the words that hold
 * return addresses and saved frame pointers.  So a stack equals an earlier one if the function has
 * the same stack pointer, these words have their old values, and the frame pointer is the same if
 * it matters.
 *
 * The unwinder does not reveal which words hold a saved frame pointer.  But a frame pointer matters
 * only if it points into the stack, and then any word with its value in these frames may be its
 * copy: all of them are compared.  (Unwind information may compute a frame from yet other words, in
 * functions that realign the stack.  It is assumed to agree if all the rest does.)
 *
 * Other stacks (with signal frames, very large frames, or frames found without unwind information)
 * are not remembered.  The words are readable as long as nothing is unmapped or protected; when
 * that happens (maps.c), everything is forgotten.
 *
 * Cost: two or three loads per frame, where the unwinder takes some 20 ns; 1.6 MB.
 */
#pragma once

#include <stdint.h>

#include "pub_tool_basics.h"

/* What the unwinder found: code addresses, stack pointers and frame pointers of each frame. */
struct msim_backtrace {
    Addr *ips, *sps, *fps;
    UInt used;
    Bool complete; /* it ends at the wanted depth, or earlier than the unwinder */
};

/* Call first; nothing is remembered before. */
void msim_stackmemo_init(void);

/* Memory may have become unreadable, or code has another meaning. */
void msim_stackmemo_forget(void);

/* True: the stack is known; *number is its number. */
Bool msim_stackmemo_find(Addr sp, Addr fp, uint32_t *number);

/* Remembers a stack at the entry of a function, if possible. */
void msim_stackmemo_keep(const struct msim_backtrace *backtrace, uint32_t number);
