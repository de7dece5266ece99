/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an instruction is as a whole, when all its statements are known.
 *
 * Flags are known when its operation is done, and what reads them waits for that, whatever VEX
 * takes the condition from. What VEX dropped, as nothing needs it, is an operation all the same. A
 * part of a register of vectors is written by an operation that waits for the rest of it.
 */
#pragma once

#include "values.h"

/* The next instruction; and all its statements are known. */
void msim_whole_begin(struct msim_flow *flow, Addr address, UInt length);
void msim_whole_end(struct msim_flow *flow);
