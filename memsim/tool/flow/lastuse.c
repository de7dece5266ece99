/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The walks of lastuse.h over expressions and statements. */
#include "lastuse.h"

#include "pub_tool_libcbase.h"

#include "registers.h"

/* A walk from the last statement to the first. */
struct walk {
    struct msim_last_use *last;
    Int at;
    UInt instr;
};

static void use(const struct walk *walk, const IRExpr *atom, Bool address)
{
    if (!atom || atom->tag != Iex_RdTmp)
        return;
    struct msim_last_use *last = &walk->last[atom->Iex.RdTmp.tmp];
    if (last->at < 0) {
        last->at = walk->at;
        last->instr = walk->instr;
    }
    if (last->first != walk->instr)
        last->address = last->value = False;
    last->first = walk->instr;
    last->address |= address;
    last->value |= !address;
}

static void use_value(const struct walk *walk, const IRExpr *atom)
{
    use(walk, atom, False);
}

static void use_address(const struct walk *walk, const IRExpr *atom)
{
    use(walk, atom, True);
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

Bool msim_takes_flags(const IRExpr *expr)
{
    return expr->tag == Iex_CCall &&
           (VG_(strstr)(expr->Iex.CCall.cee->name, "calculate_condition") ||
            VG_(strstr)(expr->Iex.CCall.cee->name, "calculate_rflags"));
}

/* What such a helper is given, and what is put where flags are, is no use: who reads flags waits
 * until they are known.  What an address is computed from is used for one, too. */
static void use_expr(const struct walk *walk, const IRExpr *expr, Bool address)
{
    IRExpr *operand[MSIM_OPERANDS];
    UInt used = msim_takes_flags(expr) ? 0 : msim_operands(expr, operand);
    use(walk, expr, address);
    for (UInt i = 0; i < used; i++)
        use(walk, operand[i], address || expr->tag == Iex_Load);
}

/* What is not used uses nothing, as flags that VEX keeps for those who may read them. */
static void make_temp(const struct walk *walk, const IRStmt *statement)
{
    struct msim_last_use *made = &walk->last[statement->Ist.WrTmp.tmp];
    const IRExpr *expr = statement->Ist.WrTmp.data;
    if (made->at < 0 && expr->tag != Iex_Load)
        return;
    if (made->first != walk->instr)
        made->address = made->value = False;
    use_expr(walk, expr, msim_only_addresses(made) && expr->tag != Iex_Load);
}

static void use_dirty(const struct walk *walk, const IRDirty *call)
{
    for (Int i = 0; call->args[i]; i++)
        use_value(walk, call->args[i]);
    use_address(walk, call->mAddr);
}

static void use_put(const struct walk *walk, const IRStmt *put)
{
    Int reg = msim_register_at(put->Ist.Put.offset);
    if (reg < 0 || !msim_register_is_flags(reg))
        use_value(walk, put->Ist.Put.data);
}

static void use_guarded(const struct walk *walk, const IRExpr *address, const IRExpr *data,
                        const IRExpr *guard)
{
    use_address(walk, address);
    use_value(walk, data);
    use_value(walk, guard);
}

static void use_statement(const struct walk *walk, const IRStmt *statement)
{
    switch (statement->tag) {
    case Ist_WrTmp:
        make_temp(walk, statement);
        break;
    case Ist_Put:
        use_put(walk, statement);
        break;
    case Ist_PutI:
        use_value(walk, statement->Ist.PutI.details->data);
        break;
    case Ist_Store:
        use_guarded(walk, statement->Ist.Store.addr, statement->Ist.Store.data, NULL);
        break;
    case Ist_LoadG:
        use_guarded(walk, statement->Ist.LoadG.details->addr, statement->Ist.LoadG.details->alt,
                    statement->Ist.LoadG.details->guard);
        break;
    case Ist_StoreG:
        use_guarded(walk, statement->Ist.StoreG.details->addr, statement->Ist.StoreG.details->data,
                    statement->Ist.StoreG.details->guard);
        break;
    case Ist_CAS:
        use_address(walk, statement->Ist.CAS.details->addr);
        use_value(walk, statement->Ist.CAS.details->dataLo);
        use_value(walk, statement->Ist.CAS.details->dataHi);
        break;
    case Ist_LLSC:
        use_guarded(walk, statement->Ist.LLSC.addr, statement->Ist.LLSC.storedata, NULL);
        break;
    case Ist_Dirty:
        use_dirty(walk, statement->Ist.Dirty.details);
        break;
    case Ist_Exit:
        use_value(walk, statement->Ist.Exit.guard);
        break;
    default:
        break;
    }
}

static UInt instrs_of(const IRSB *in)
{
    UInt instrs = 0;
    for (Int i = 0; i < in->stmts_used; i++)
        instrs += in->stmts[i]->tag == Ist_IMark;
    return instrs;
}

void msim_last_uses(const IRSB *in, struct msim_last_use *last)
{
    struct walk walk = {.last = last, .at = in->stmts_used, .instr = instrs_of(in)};
    for (Int i = 0; i < in->tyenv->types_used; i++)
        last[i] = (struct msim_last_use){.at = -1};
    use_value(&walk, in->next);
    while (walk.at-- > 0) {
        use_statement(&walk, in->stmts[walk.at]);
        walk.instr -= in->stmts[walk.at]->tag == Ist_IMark;
    }
}
