/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a platform's registers are to a core, beyond what VEX's statements say. */
#pragma once

#include "pub_tool_basics.h"

/* The register of stream/ops.h that is at this offset of the guest's state; -1: what is there is no
 * input of computations, as the address of the instruction. */
Int msim_register_at(Int offset);

/* Is it one of vectors or floating point?  Else it is one of integers, or flags. */
Bool msim_register_is_vector(Int reg);

/* VEX keeps what flags are computed from, which the instruction that reads them does. */
Bool msim_register_is_flags(Int reg);

/* And of these, what the instruction that sets them computes them from. */
Bool msim_register_makes_flags(Int reg);

/* The ones that stand for when the carry is known, and when the other flags are. */
Int msim_carry_register(void);
Int msim_flags_register(void);
