/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Follows additions of constants back to the base of bases.h. */
#include "bases.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "tool/base/platform.h"

/* Keeps offsets well within the 32 bits of an access. */
#define OFFSET_MAX (1 << 30)

void msim_bases_start(struct msim_bases *bases, Int temps)
{
    if (temps > bases->room) {
        bases->room = 2 * temps;
        bases->of = VG_(realloc)("msim.bases", bases->of, bases->room * sizeof *bases->of);
    }
    bases->used = temps;
    VG_(memset)(bases->of, 0, temps * sizeof *bases->of);
}

struct msim_base msim_bases_of(const struct msim_bases *bases, IRExpr *address)
{
    if (address->tag == Iex_RdTmp && bases->of[address->Iex.RdTmp.tmp].atom)
        return bases->of[address->Iex.RdTmp.tmp];
    return (struct msim_base){address, 0};
}

static Bool constant(const IRExpr *expr, Long *value)
{
    if (expr->tag != Iex_Const || expr->Iex.Const.con->tag != Ico_U64)
        return False;
    *value = (Long)expr->Iex.Const.con->Ico.U64;
    return *value > -OFFSET_MAX && *value < OFFSET_MAX;
}

void msim_bases_see(struct msim_bases *bases, const IRStmt *statement)
{
    if (statement->tag != Ist_WrTmp || statement->Ist.WrTmp.tmp >= (UInt)bases->used)
        return;
    IRExpr *data = statement->Ist.WrTmp.data;
    struct msim_base *of = &bases->of[statement->Ist.WrTmp.tmp];
    Long add;
    if (data->tag == Iex_RdTmp) {
        *of = msim_bases_of(bases, data);
    } else if (data->tag == Iex_Binop && data->Iex.Binop.arg1->tag == Iex_RdTmp &&
               constant(data->Iex.Binop.arg2, &add)) {
        struct msim_base from = msim_bases_of(bases, data->Iex.Binop.arg1);
        if (data->Iex.Binop.op == MSIM_IR_SUB)
            add = -add;
        else if (data->Iex.Binop.op != MSIM_IR_ADD)
            return;
        from.offset += add;
        if (from.offset > -OFFSET_MAX && from.offset < OFFSET_MAX)
            *of = from;
    }
}

Bool msim_same_base(const IRExpr *a, const IRExpr *b, Long *distance)
{
    *distance = 0;
    if (a->tag != b->tag)
        return False;
    if (a->tag == Iex_RdTmp)
        return a->Iex.RdTmp.tmp == b->Iex.RdTmp.tmp;
    *distance = (Long)(a->Iex.Const.con->Ico.U64 - b->Iex.Const.con->Ico.U64);
    return *distance > -OFFSET_MAX && *distance < OFFSET_MAX;
}
