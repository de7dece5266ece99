/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The walks of lastuse.h over expressions and statements. */
#include "lastuse.h"

#include "pub_tool_libcbase.h"

#include "registers.h"

static void use(struct msim_last_use *last, const IRExpr *atom, Int at, UInt instr)
{
    if (!atom || atom->tag != Iex_RdTmp)
        return;
    last[atom->Iex.RdTmp.tmp] = (struct msim_last_use){at, instr};
}

UInt msim_operands(const IRExpr *expr, IRExpr **operand)
{
    UInt used = 0;
    switch (expr->tag) {
    case Iex_GetI:
        operand[used++] = expr->Iex.GetI.ix;
        break;
    case Iex_Unop:
        operand[used++] = expr->Iex.Unop.arg;
        break;
    case Iex_Binop:
        operand[used++] = expr->Iex.Binop.arg1;
        operand[used++] = expr->Iex.Binop.arg2;
        break;
    case Iex_Triop:
        operand[used++] = expr->Iex.Triop.details->arg1;
        operand[used++] = expr->Iex.Triop.details->arg2;
        operand[used++] = expr->Iex.Triop.details->arg3;
        break;
    case Iex_Qop:
        operand[used++] = expr->Iex.Qop.details->arg1;
        operand[used++] = expr->Iex.Qop.details->arg2;
        operand[used++] = expr->Iex.Qop.details->arg3;
        operand[used++] = expr->Iex.Qop.details->arg4;
        break;
    case Iex_ITE:
        operand[used++] = expr->Iex.ITE.cond;
        operand[used++] = expr->Iex.ITE.iftrue;
        operand[used++] = expr->Iex.ITE.iffalse;
        break;
    case Iex_CCall:
        for (; expr->Iex.CCall.args[used] && used < MSIM_OPERANDS; used++)
            operand[used] = expr->Iex.CCall.args[used];
        break;
    case Iex_Load:
        operand[used++] = expr->Iex.Load.addr;
        break;
    default:
        break;
    }
    return used;
}

/* A helper of VEX computes flags, or a condition, from what it keeps of them. */
static Bool takes_flags(const IRExpr *expr)
{
    return expr->tag == Iex_CCall &&
           (VG_(strstr)(expr->Iex.CCall.cee->name, "calculate_condition") ||
            VG_(strstr)(expr->Iex.CCall.cee->name, "calculate_rflags"));
}

/* What such a helper is given, and what is put where flags are, is no use: who reads flags waits
 * until they are known. */
static void use_expr(struct msim_last_use *last, const IRExpr *expr, Int at, UInt instr)
{
    IRExpr *operand[MSIM_OPERANDS];
    UInt used = takes_flags(expr) ? 0 : msim_operands(expr, operand);
    use(last, expr, at, instr);
    for (UInt i = 0; i < used; i++)
        use(last, operand[i], at, instr);
}

static void use_dirty(struct msim_last_use *last, const IRDirty *call, Int at, UInt instr)
{
    for (Int i = 0; call->args[i]; i++)
        use(last, call->args[i], at, instr);
    use(last, call->mAddr, at, instr);
}

static void use_put(struct msim_last_use *last, const IRStmt *put, Int at, UInt instr)
{
    Int reg = msim_register_at(put->Ist.Put.offset);
    if (reg < 0 || !msim_register_is_flags(reg))
        use(last, put->Ist.Put.data, at, instr);
}

static void use_statement(struct msim_last_use *last, const IRStmt *statement, Int at, UInt instr)
{
    switch (statement->tag) {
    case Ist_WrTmp:
        use_expr(last, statement->Ist.WrTmp.data, at, instr);
        break;
    case Ist_Put:
        use_put(last, statement, at, instr);
        break;
    case Ist_PutI:
        use(last, statement->Ist.PutI.details->data, at, instr);
        break;
    case Ist_Store:
        use(last, statement->Ist.Store.addr, at, instr);
        use(last, statement->Ist.Store.data, at, instr);
        break;
    case Ist_LoadG:
        use(last, statement->Ist.LoadG.details->addr, at, instr);
        use(last, statement->Ist.LoadG.details->alt, at, instr);
        use(last, statement->Ist.LoadG.details->guard, at, instr);
        break;
    case Ist_StoreG:
        use(last, statement->Ist.StoreG.details->addr, at, instr);
        use(last, statement->Ist.StoreG.details->data, at, instr);
        use(last, statement->Ist.StoreG.details->guard, at, instr);
        break;
    case Ist_CAS:
        use(last, statement->Ist.CAS.details->addr, at, instr);
        use(last, statement->Ist.CAS.details->dataLo, at, instr);
        use(last, statement->Ist.CAS.details->dataHi, at, instr);
        break;
    case Ist_LLSC:
        use(last, statement->Ist.LLSC.addr, at, instr);
        use(last, statement->Ist.LLSC.storedata, at, instr);
        break;
    case Ist_Dirty:
        use_dirty(last, statement->Ist.Dirty.details, at, instr);
        break;
    case Ist_Exit:
        use(last, statement->Ist.Exit.guard, at, instr);
        break;
    default:
        break;
    }
}

void msim_last_uses(const IRSB *in, struct msim_last_use *last)
{
    UInt instr = 0;
    for (Int i = 0; i < in->tyenv->types_used; i++)
        last[i] = (struct msim_last_use){-1, 0};
    for (Int i = 0; i < in->stmts_used; i++) {
        instr += in->stmts[i]->tag == Ist_IMark;
        use_statement(last, in->stmts[i], i, instr);
    }
    use(last, in->next, in->stmts_used, instr);
}
