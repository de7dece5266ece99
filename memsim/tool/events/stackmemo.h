/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Stacks met before, known again without unwinding.
 *
 * The unwinder computes each frame from the one inside it: from its address, its stack pointer and,
 * where unwind information says so, its frame pointer.  What it reads on the way are the words that
 * hold return addresses and saved frame pointers.  So a stack is the same as one before if the
 * function stands at the same stack pointer, these words hold what they held then, and the frame
 * pointer, where it counts, is the same.
 *
 * Which words hold a saved frame pointer the unwinder does not tell.  But a frame pointer counts only
 * where it points into the stack, and then any word of the frames in question that holds its value
 * may be its copy: all of those are compared.  (Unwind information that computes a frame from yet other
 * words, as functions have that realign the stack, is taken to agree if all this does.)
 *
 * What does not look like that (signal frames, frames found without unwind information, very large
 * ones) is not remembered.  The words are readable as long as nothing is unmapped or protected; if
 * anything is, everything is forgotten.
 *
 * Cost: two or three loads per frame, where the unwinder takes some 20 ns.  1.6 MB.
 */
#ifndef MSIM_TOOL_EVENTS_STACKMEMO_H
#define MSIM_TOOL_EVENTS_STACKMEMO_H

#include <stdint.h>

#include "pub_tool_basics.h"

/* What the unwinder found: code addresses, stack pointers and frame pointers of each frame. */
struct msim_backtrace {
    Addr *ips, *sps, *fps;
    UInt used;
    Bool complete; /* nothing outside of it was asked for, or it ended before the unwinder did */
};

/* Only then is anything remembered.  It asks Valgrind to be told what is unmapped. */
void msim_stackmemo_init(void);

void msim_stackmemo_forget(void);

/* True, and its number: it is known. */
Bool msim_stackmemo_find(Addr sp, Addr fp, uint32_t *number);

/* Remembers a stack, if that is possible: it stands at the entry of a function. */
void msim_stackmemo_keep(const struct msim_backtrace *backtrace, uint32_t number);

#endif
