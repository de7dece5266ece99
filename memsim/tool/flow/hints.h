/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Software prefetches, which VEX leaves out: found in the program's bytes, and the address that
 * they ask for, as IR.
 *
 * The address needs registers as they are there. VEX has left out what is put into a register that
 * is soon put again, and even loads whose value nothing else needs; then the instructions before
 * the prefetch are read for it, the usual ones at least.
 */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "stream/ops.h"

enum { MSIM_HINT_REGISTERS = 2 };

struct msim_hint {
    enum msim_op_class class;
    IRExpr *address;                 /* an atom */
    Int offset[MSIM_HINT_REGISTERS]; /* in the guest's state, of what it is made of; -1: nothing */
};

/* The instruction at statement number `at` is a software prefetch whose address is known: code that
 * works it out is added to `out`, to which all statements before were copied. */
Bool msim_hint_at(IRSB *out, const IRSB *in, Int at, struct msim_hint *hint);
