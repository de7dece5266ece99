/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an instruction is by its bytes, of which VEX's statements say less: VEX drops what nothing
 * needs, takes conditions from what was compared, and does what one unit does in several steps. */
#pragma once

#include "pub_tool_basics.h"

#include "stream/ops.h"

struct msim_coded {
    /* That of what is simple about it: MSIM_OP_SIMPLE, _SHIFT, _ADDRESS or _VECTOR. */
    enum msim_op_class class;
    Bool reads_flags, writes_flags;
    Bool copies; /* the front does it: it copies registers, sets them to zero, or does nothing */
    Bool packed; /* it converts vectors, which stay in their registers */
    Bool uses_stack; /* it computes with the stack pointer */
    Bool decides;    /* it has no result but flags */
};

struct msim_coded msim_coded_at(Addr code);
