/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the instructions, accesses and exits of a superblock. */
#include "instrument.h"

#include "facts.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"

#include "tool/base/platform.h"
#include "tool/code/named.h"
#include "tool/events/alloc.h"
#include "tool/inputs/inputs.h"
#include "tool/record/builder.h"
#include "tool/record/onoff.h"

static struct msim_builder builder; /* reused: it is large */

static UInt size_of(const IRExpr *data)
{
    return sizeofIRType(typeOfIRExpr(builder.out->tyenv, data));
}

/* A load or store that happens only if its guard is true. */
static void see_load_guarded(const IRLoadG *load)
{
    IRType wide, loaded;
    typeOfIRLoadGOp(load->cvt, &wide, &loaded);
    msim_builder_access(&builder, load->addr, sizeofIRType(loaded), False, False, load->guard);
}

static void see_store_guarded(const IRStoreG *store)
{
    msim_builder_access(&builder, store->addr, size_of(store->data), True, False, store->guard);
}

/* A helper that VEX calls for an instruction, with its declared effect on memory. */
static void see_dirty(const IRDirty *dirty)
{
    if (dirty->mFx == Ifx_Read || dirty->mFx == Ifx_Modify)
        msim_builder_access(&builder, dirty->mAddr, dirty->mSize, False, True, NULL);
    if (dirty->mFx == Ifx_Write || dirty->mFx == Ifx_Modify)
        msim_builder_access(&builder, dirty->mAddr, dirty->mSize, True, True, NULL);
}

/* A compare-and-swap reads and, as far as caches are concerned, writes. */
static void see_cas(const IRCAS *cas)
{
    UInt size = size_of(cas->dataLo) * (cas->dataHi ? 2 : 1);
    msim_builder_access(&builder, cas->addr, size, False, True, NULL);
    msim_builder_access(&builder, cas->addr, size, True, True, NULL);
}

static void see_linked(const IRStmt *statement)
{
    IRExpr *stored = statement->Ist.LLSC.storedata;
    IRType type = stored ? typeOfIRExpr(builder.out->tyenv, stored)
                         : typeOfIRTemp(builder.out->tyenv, statement->Ist.LLSC.result);
    msim_builder_access(&builder, statement->Ist.LLSC.addr, sizeofIRType(type), stored != NULL,
                        False, NULL);
}

static void see_instr(const IRStmt *statement)
{
    /* An instruction that VEX cannot decode has length 0, but at least one byte. */
    UInt length = statement->Ist.IMark.len ? statement->Ist.IMark.len : VG_MIN_INSTR_SZB;
    msim_builder_instr(&builder, statement->Ist.IMark.addr, length);
}

static void see_load(const IRExpr *data)
{
    if (data->tag == Iex_Load)
        msim_builder_access(&builder, data->Iex.Load.addr, sizeofIRType(data->Iex.Load.ty), False,
                            False, NULL);
}

/* Accesses are recorded before the statement that makes them. */
static void see(const IRSB *in, Int at)
{
    const IRStmt *statement = in->stmts[at];
    switch (statement->tag) {
    case Ist_IMark:
        see_instr(statement);
        msim_builder_hint(&builder, at);
        break;
    case Ist_WrTmp:
        see_load(statement->Ist.WrTmp.data);
        break;
    case Ist_Store:
        msim_builder_access(&builder, statement->Ist.Store.addr, size_of(statement->Ist.Store.data),
                            True, False, NULL);
        break;
    case Ist_LoadG:
        see_load_guarded(statement->Ist.LoadG.details);
        break;
    case Ist_StoreG:
        see_store_guarded(statement->Ist.StoreG.details);
        break;
    case Ist_Dirty:
        see_dirty(statement->Ist.Dirty.details);
        break;
    case Ist_CAS:
        see_cas(statement->Ist.CAS.details);
        msim_builder_how(&builder, MSIM_INSTR_ATOMIC);
        break;
    case Ist_LLSC:
        see_linked(statement);
        msim_builder_how(&builder, MSIM_INSTR_ATOMIC);
        break;
    case Ist_MBE:
        if (statement->Ist.MBE.event == Imbe_Fence)
            msim_builder_how(&builder, MSIM_INSTR_FENCE);
        break;
    case Ist_Exit:
        msim_builder_leave(&builder, at);
        break;
    default:
        break;
    }
    msim_bases_see(&builder.bases, statement);
    msim_builder_see(&builder, at);
}

/* Copies what precedes the first instruction: Valgrind's own check for changed code, not the
 * guest's.  Returns the number of these statements. */
static Int copy_preamble(IRSB *out, const IRSB *in)
{
    Int i = 0;
    while (i < in->stmts_used && in->stmts[i]->tag != Ist_IMark)
        addStmtToIRSB(out, in->stmts[i++]);
    return i;
}

/* Allocations are recorded even where code is not, because each belongs to the heap. */
IRSB *msim_instrument(struct msim_session *session, IRSB *in, const VexGuestLayout *layout)
{
    IRSB *out = deepCopyIRSBExceptStmts(in);
    Bool records = msim_onoff_records();
    Int i = copy_preamble(out, in);
    msim_builder_start(&builder, session, in, out, layout);
    if (i < in->stmts_used) {
        if (msim_facts_code(in->stmts[i]->Ist.IMark.addr))
            msim_report_unknown_names(&session->needs);
        msim_alloc_emit_entry(out, in->stmts[i]->Ist.IMark.addr, layout);
    }
    for (; i < in->stmts_used; i++) {
        if (records)
            see(in, i);
        addStmtToIRSB(out, in->stmts[i]);
        msim_builder_stay(&builder);
        if (in->stmts[i]->tag == Ist_Dirty)
            msim_inputs_emit(out, in->stmts[i]->Ist.Dirty.details);
    }
    if (records)
        msim_builder_end(&builder, in);
    msim_alloc_emit_end(out, layout);
    return out;
}
