/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Local variables of the functions that rules name: where their frames are, while they are.
 *
 * A call writes its return address, and the CFA of the function that it calls is right after that.
 * The function is entered if the next code with a reference is its own.  Its frame ends when it
 * returns, or when a later call writes its return address at least as high (a longjmp, an
 * exception).
 */
#ifndef MSIM_CMD_LAYOUT_FRAMES_H
#define MSIM_CMD_LAYOUT_FRAMES_H

#include "moves.h"

/* Sees a reference, before it is mapped.  Call it only if a rule is for the stack. */
void msim_frames_see(struct msim_moves *moves, const struct msim_segment *segment,
                     const struct msim_access *access, uint64_t first);

#endif
