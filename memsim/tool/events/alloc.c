/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The emitted code and the pending calls of alloc.h. */
#include "alloc.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "allocfns.h"
#include "areas.h"
#include "named.h"
#include "stackmemo.h"
#include "stacks.h"
#include "tool/base/ir.h"
#include "tool/base/platform.h"
#include "tool/base/shadow.h"
#include "tool/record/clock.h"
#include "tool/record/recorder.h"

enum {
    NESTED_MOST = 1024 * 1024, /* bytes of stack that an allocator may need */
    NEAR = 4096
};

static struct {
    Bool on;
    Bool named; /* the user names allocators */
    Int shadow; /* offset in the guest state */
    Bool *anew; /* per thread: it has no pending call when it starts */
} alloc;

/* --- Threads and signals ------------------------------------------------------------------ */

/* A new thread's state will be a copy of its creator's.  Before a handler, the pending call is
 * saved only now, with the registers; it must not change earlier. */
void msim_alloc_forget(ThreadId tid)
{
    if (alloc.on)
        alloc.anew[tid] = True;
}

void msim_alloc_start(ThreadId tid)
{
    const Addr none = MSIM_NO_PENDING;
    if (!alloc.on || !alloc.anew[tid])
        return;
    alloc.anew[tid] = False;
    msim_shadow_set(tid, offsetof(struct msim_shadow, pending.sp), &none, sizeof none);
}

void msim_alloc_init(const struct msim_needs *needs)
{
    if (!needs->allocations)
        return;
    alloc.on = True;
    alloc.anew = VG_(malloc)("msim.alloc", VG_N_THREADS * sizeof *alloc.anew);
    for (UInt tid = 0; tid < VG_N_THREADS; tid++)
        alloc.anew[tid] = True;
    msim_stackmemo_init();
    alloc.named = needs->allocators && needs->allocators->used > 0;
    if (alloc.named) {
        msim_allocfns_add(needs->allocators);
        msim_named_init(needs->allocators);
    }
}

Bool msim_alloc_is_on(void)
{
    return alloc.on;
}

/* --- Calls -------------------------------------------------------------------------------- */

static struct msim_shadow *shadow_of(MsimGuestState *guest)
{
    return (struct msim_shadow *)((UChar *)guest + alloc.shadow);
}

static uint64_t argument(const MsimGuestState *guest, UInt number)
{
#define VALUE(name) guest->name,
    const uint64_t arguments[MSIM_ARGUMENT_REGISTERS + 1] = {0, MSIM_ARGUMENTS(VALUE)};
#undef VALUE
    return arguments[number];
}

static uint64_t bytes_asked(const MsimGuestState *guest, const struct msim_alloc_fn *fn)
{
    uint64_t bytes = fn->fixed ? fn->fixed : argument(guest, fn->size);
    if (fn->count && __builtin_mul_overflow(bytes, argument(guest, fn->count), &bytes))
        return UINT64_MAX;
    return bytes;
}

/* True: the return address of the pending call is still on the stack.  No function changes its own,
 * but if the call was left, later calls may have overwritten it.  Memory near the stack pointer is
 * readable. */
static Bool is_still_there(const struct msim_pending *pending, Addr sp)
{
    Addr at = pending->sp - MSIM_RETURN_POPS;
    if (pending->sp - sp >= NEAR && !VG_(am_is_valid_for_client)(at, sizeof at, VKI_PROT_READ))
        return False;
    return *(const Addr *)at == pending->back;
}

/* True: this entry belongs to the pending call, which called the function or jumped to it. */
static Bool belongs_to(const struct msim_pending *pending, Addr sp, Addr back)
{
    if (pending->sp == MSIM_NO_PENDING)
        return False;
    if (pending->sp == sp)
        return pending->back == back;
    return pending->sp - sp < NESTED_MOST && is_still_there(pending, sp);
}

static void record(struct msim_shadow *shadow, Addr block)
{
    const struct msim_pending *pending = &shadow->pending;
    uint64_t words[MSIM_HEAP_WORDS] = {
        (uint64_t)pending->stack << 32 | (uint64_t)pending->fn->allocator << 8 | pending->fn->call,
        pending->bytes, block, pending->given};
    if (pending->fn->call == MSIM_HEAP_OTHER)
        msim_named_began(pending, block);
    msim_areas_block(shadow);
    msim_clock_event(shadow);
    msim_recorder_event(shadow, MSIM_EVENT_HEAP, words, MSIM_HEAP_WORDS);
}

/* What it allocates from now on is an exception, which outlives it. */
static void is_thrown_out_of(struct msim_shadow *shadow)
{
    if (msim_allocfn_allocates(shadow->pending.fn))
        record(shadow, 0);
    shadow->pending.sp = MSIM_NO_PENDING;
}

Bool msim_alloc_is_inside(ThreadId tid)
{
    struct msim_pending pending;
    Addr sp = VG_(get_SP)(tid);
    msim_shadow_get(tid, offsetof(struct msim_shadow, pending), &pending, sizeof pending);
    return alloc.on && pending.sp != MSIM_NO_PENDING && pending.sp - sp < NESTED_MOST &&
           is_still_there(&pending, sp);
}

static void note_entry(MsimGuestState *guest, const struct msim_alloc_fn *fn)
{
    struct msim_pending *pending = &shadow_of(guest)->pending;
    Addr sp = guest->MSIM_SP + MSIM_RETURN_POPS;
    Addr back = msim_return_address(guest);
    if (alloc.named && fn->given)
        msim_named_ended(argument(guest, fn->given));
    if (belongs_to(pending, sp, back)) {
        if (fn->call == MSIM_ALLOC_THROWS && !pending->fn->catches)
            is_thrown_out_of(shadow_of(guest));
        return;
    }
    if (fn->call == MSIM_ALLOC_THROWS)
        return;
    *pending = (struct msim_pending){.sp = sp,
                                     .back = back,
                                     .fn = fn,
                                     .bytes = bytes_asked(guest, fn),
                                     .given = argument(guest, fn->given),
                                     .result_at = argument(guest, fn->result_at)};
    if (msim_allocfn_allocates(fn))
        pending->stack =
            msim_stack_at_entry(VG_(get_running_tid)(), guest->MSIM_SP, guest->MSIM_FP, back);
}

static Addr block_returned(const MsimGuestState *guest, const struct msim_pending *pending)
{
    if (!msim_allocfn_allocates(pending->fn))
        return 0;
    if (!pending->fn->result_at)
        return guest->MSIM_RESULT;
    if ((UInt)guest->MSIM_RESULT != 0)
        return 0;
    return pending->fn->call == MSIM_HEAP_OTHER ? msim_named_stored(pending)
                                                : *(const Addr *)pending->result_at;
}

static void note_return(MsimGuestState *guest, Addr to)
{
    struct msim_shadow *shadow = shadow_of(guest);
    struct msim_pending *pending = &shadow->pending;
    if (guest->MSIM_SP == pending->sp && to == pending->back)
        record(shadow, block_returned(guest, pending));
    pending->sp = MSIM_NO_PENDING;
}

/* --- Code --------------------------------------------------------------------------------- */

static void may(IRDirty *call, IREffect effect, Int offset, Int bytes)
{
    Int i = call->nFxState++;
    call->fxState[i].fx = effect;
    call->fxState[i].offset = (UShort)offset;
    call->fxState[i].size = (UShort)bytes;
    call->fxState[i].nRepeats = call->fxState[i].repeatLen = 0;
}

static void may_change_shadow(IRDirty *call, const VexGuestLayout *layout)
{
    alloc.shadow = msim_shadow_offset(layout, 0);
    may(call, Ifx_Modify, alloc.shadow, sizeof(struct msim_shadow));
    may(call, Ifx_Read, layout->offset_SP, layout->sizeof_SP);
}

void msim_alloc_emit_entry(IRSB *out, Addr first, const VexGuestLayout *layout)
{
    const HChar *name;
    if (!alloc.on || !VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), first, &name))
        return;
    const struct msim_alloc_fn *fn = msim_allocfns_find(name);
    if (!fn)
        return;
    IRDirty *call = unsafeIRDirty_0_N(0, "note_entry", VG_(fnptr_to_fnentry)(note_entry),
                                      mkIRExprVec_2(IRExpr_GSPTR(), msim_ir_word((Addr)fn)));
    may_change_shadow(call, layout);
#define READ(name) may(call, Ifx_Read, offsetof(MsimGuestState, name), sizeof(UWord));
    MSIM_ARGUMENTS(READ)
#undef READ
    addStmtToIRSB(out, IRStmt_Dirty(call));
}

void msim_alloc_emit_end(IRSB *out, const VexGuestLayout *layout)
{
    if (!alloc.on || out->jumpkind != Ijk_Ret)
        return;
    Int at = msim_shadow_offset(layout, offsetof(struct msim_shadow, pending.sp));
    IRExpr *sp = msim_ir_assign(out, MSIM_WORD, IRExpr_Get(layout->offset_SP, MSIM_WORD));
    IRExpr *pending = msim_ir_assign(out, MSIM_WORD, IRExpr_Get(at, MSIM_WORD));
    IRDirty *call = unsafeIRDirty_0_N(0, "note_return", VG_(fnptr_to_fnentry)(note_return),
                                      mkIRExprVec_2(IRExpr_GSPTR(), out->next));
    call->guard = msim_ir_assign(out, Ity_I1, IRExpr_Binop(MSIM_IR_LE, pending, sp));
    may_change_shadow(call, layout);
    may(call, Ifx_Read, offsetof(MsimGuestState, MSIM_RESULT), sizeof(UWord));
    addStmtToIRSB(out, IRStmt_Dirty(call));
}
