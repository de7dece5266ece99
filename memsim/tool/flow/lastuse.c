/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a superblock uses its temporaries (lastuse.h). */
#include "lastuse.h"

static void use(struct msim_last_use *last, const IRExpr *atom, Int at, UInt instr)
{
    if (!atom || atom->tag != Iex_RdTmp)
        return;
    last[atom->Iex.RdTmp.tmp] = (struct msim_last_use){at, instr};
}

static void use_expr(struct msim_last_use *last, const IRExpr *expr, Int at, UInt instr)
{
    switch (expr->tag) {
    case Iex_RdTmp:
        use(last, expr, at, instr);
        break;
    case Iex_GetI:
        use(last, expr->Iex.GetI.ix, at, instr);
        break;
    case Iex_Unop:
        use(last, expr->Iex.Unop.arg, at, instr);
        break;
    case Iex_Binop:
        use(last, expr->Iex.Binop.arg1, at, instr);
        use(last, expr->Iex.Binop.arg2, at, instr);
        break;
    case Iex_Triop:
        use(last, expr->Iex.Triop.details->arg1, at, instr);
        use(last, expr->Iex.Triop.details->arg2, at, instr);
        use(last, expr->Iex.Triop.details->arg3, at, instr);
        break;
    case Iex_Qop:
        use(last, expr->Iex.Qop.details->arg1, at, instr);
        use(last, expr->Iex.Qop.details->arg2, at, instr);
        use(last, expr->Iex.Qop.details->arg3, at, instr);
        use(last, expr->Iex.Qop.details->arg4, at, instr);
        break;
    case Iex_ITE:
        use(last, expr->Iex.ITE.cond, at, instr);
        use(last, expr->Iex.ITE.iftrue, at, instr);
        use(last, expr->Iex.ITE.iffalse, at, instr);
        break;
    case Iex_CCall:
        for (Int i = 0; expr->Iex.CCall.args[i]; i++)
            use(last, expr->Iex.CCall.args[i], at, instr);
        break;
    case Iex_Load:
        use(last, expr->Iex.Load.addr, at, instr);
        break;
    default:
        break;
    }
}

static void use_dirty(struct msim_last_use *last, const IRDirty *call, Int at, UInt instr)
{
    for (Int i = 0; call->args[i]; i++)
        use(last, call->args[i], at, instr);
    use(last, call->mAddr, at, instr);
}

static void use_statement(struct msim_last_use *last, const IRStmt *statement, Int at, UInt instr)
{
    switch (statement->tag) {
    case Ist_WrTmp:
        use_expr(last, statement->Ist.WrTmp.data, at, instr);
        break;
    case Ist_Put:
        use(last, statement->Ist.Put.data, at, instr);
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
