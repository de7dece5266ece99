/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What expressions compute with, and where a superblock uses its temporaries for the last time. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

struct msim_last_use {
    Int at;     /* the statement; -1: nowhere */
    UInt instr; /* and the instruction that it belongs to, from 1 */
    UInt first; /* the first instruction that uses it, 0: none; and what that does with it: it is */
    Bool address, value; /* a part of an address, or something else, if that made it */
};

/* True: the instruction that makes it needs it for addresses, and has no result of it.  VEX makes
 * it once for all instructions with such an address, of which each adds for itself. */
static inline Bool msim_only_addresses(const struct msim_last_use *last)
{
    return last->address && !last->value;
}

enum { MSIM_OPERANDS = 32 }; /* more than any expression has */

/* The atoms that an expression computes with; returns how many. */
UInt msim_operands(const IRExpr *expr, IRExpr **operand);

/* A helper of VEX computes flags, or a condition, from what it keeps of them. */
Bool msim_takes_flags(const IRExpr *expr);

/* `last`: by temporary, of which there is one for each. */
void msim_last_uses(const IRSB *in, struct msim_last_use *last);
