/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What expressions compute with, and where a superblock uses its temporaries for the last time. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct msim_last_use {
    Int at;     /* the statement; -1: nowhere */
    UInt instr; /* and the instruction that it belongs to, from 1 */
};

enum { MSIM_OPERANDS = 32 }; /* more than any expression has */

/* The atoms that an expression computes with; returns how many. */
UInt msim_operands(const IRExpr *expr, IRExpr **operand);

/* `last`: by temporary, of which there is one for each. */
void msim_last_uses(const IRSB *in, struct msim_last_use *last);
