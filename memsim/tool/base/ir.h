/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The building blocks of emitted IR. */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

static inline IRExpr *msim_ir_word(ULong value)
{
    return IRExpr_Const(IRConst_U64(value));
}

static inline IRExpr *msim_ir_assign(IRSB *out, IRType type, IRExpr *expr)
{
    IRTemp temp = newIRTemp(out->tyenv, type);
    addStmtToIRSB(out, IRStmt_WrTmp(temp, expr));
    return IRExpr_RdTmp(temp);
}
