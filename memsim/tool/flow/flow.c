/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of flow.h. */
#include "flow.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "accesses.h"
#include "opclass.h"
#include "registers.h"
#include "whole.h"

/* --- Expressions -------------------------------------------------------------------------- */

/* A conversion in an instruction that does more is a part of that. */
static void join_conversions(struct msim_flow *flow, const struct msim_flow_value *of)
{
    for (UInt i = 0; of->slow && i < of->leaves; i++)
        if (msim_source_is_own(flow, of->leaf[i]) &&
            msim_flow_op(flow, of->leaf[i])->class == MSIM_OP_FLOAT_MULTIPLY)
            msim_flow_op(flow, of->leaf[i])->class = MSIM_OP_JOIN;
}

/* Integers in registers become floating point: they are moved first, unless they were loaded. */
static void move_over(struct msim_flow *flow, struct msim_flow_value *of)
{
    if (of->leaves == 1 && msim_source_is_own(flow, of->leaf[0]))
        return;
    *of = msim_value_of(flow, msim_flow_once(flow, MSIM_OP_MOVE, of));
}

static struct msim_flow_value operation(struct msim_flow *flow, enum msim_op_class class,
                                        struct msim_flow_value of)
{
    if (class == MSIM_OP_JOIN || class == MSIM_OP_SIMPLE || class == MSIM_OP_VECTOR) {
        of.vector = class == MSIM_OP_VECTOR;
        return of;
    }
    if (flow->coded.class == MSIM_OP_VECTOR && class == MSIM_OP_MULTIPLY)
        class = MSIM_OP_VECTOR_MULTIPLY; /* part by part */
    if (flow->coded.packed && (class == MSIM_OP_CONVERT || class == MSIM_OP_MOVE))
        class = MSIM_OP_FLOAT_MULTIPLY;
    if (class == MSIM_OP_CONVERT)
        join_conversions(flow, &of);
    if (class == MSIM_OP_MOVE) {
        move_over(flow, &of);
        class = MSIM_OP_FLOAT_ADD;
    }
    struct msim_flow_value made = msim_value_of(flow, msim_flow_once(flow, class, &of));
    made.slow = True;
    return made;
}

/* What all operands wait for, and then an operation of this class. */
static struct msim_flow_value computed(struct msim_flow *flow, const IRExpr *expr,
                                       enum msim_op_class class)
{
    struct msim_flow_value value = msim_value_empty(flow);
    IRExpr *operand[MSIM_OPERANDS];
    UInt used = msim_operands(expr, operand);
    for (UInt i = 0; i < used; i++)
        msim_value_add(flow, &value, operand[i]);
    return operation(flow, class, value);
}

/* Two steps of one conversion. */
static Bool is_again_converted(const struct msim_flow *flow, IROp op,
                               const struct msim_flow_value *of)
{
    return (op == Iop_F64toF32 || op == Iop_F32toF64) && of && of->slow && of->instr == flow->instr;
}

/* What goes from a register of one kind to one of the other. */
static struct msim_flow_value moved(struct msim_flow *flow, struct msim_flow_value of)
{
    of = msim_value_of(flow, msim_flow_once(flow, MSIM_OP_MOVE, &of));
    of.slow = True;
    return of;
}

static struct msim_flow_value get(struct msim_flow *flow, const IRExpr *expr)
{
    Int reg = msim_register_at(expr->Iex.Get.offset);
    struct msim_flow_value of = msim_value_get(flow, expr->Iex.Get.offset);
    return flow->coded.moves && reg >= 0 && msim_register_is_vector(reg) ? moved(flow, of) : of;
}

/* What widens a part of a register is an operation, though VEX only takes a value apart.  If the part
 * was set on a condition, VEX leaves that out, and it stands here, too. */
static struct msim_flow_value widened(struct msim_flow *flow, const IRExpr *expr)
{
    struct msim_flow_value value = msim_value_empty(flow);
    msim_value_add(flow, &value, expr->Iex.Unop.arg);
    if (typeOfIRExpr(flow->in->tyenv, expr->Iex.Unop.arg) == Ity_I1 && value.leaves) {
        uint16_t set = msim_flow_once(flow, MSIM_OP_SELECT, &value);
        value = msim_value_empty(flow);
        msim_value_add_leaf(flow, &value, set);
    }
    return value;
}

/* A value that only takes another one apart is that one. */
static struct msim_flow_value unary(struct msim_flow *flow, const IRExpr *expr)
{
    enum msim_op_class class = msim_op_class_of(expr->Iex.Unop.op);
    const struct msim_flow_value *of = msim_value_at(flow, expr->Iex.Unop.arg);
    if (is_again_converted(flow, expr->Iex.Unop.op, of))
        return *of;
    if (flow->coded.moves && of && typeOfIRExpr(flow->in->tyenv, expr) == Ity_V128)
        return moved(flow, *of);
    if (class == MSIM_OP_JOIN && flow->coded.widens)
        return widened(flow, expr);
    return class == MSIM_OP_JOIN ? msim_value_of_atom(flow, expr->Iex.Unop.arg)
                                 : computed(flow, expr, class);
}

/* The instruction is a branch with a comparison right before it. */
static Bool is_compared(const struct msim_flow *flow)
{
    return flow->decided && flow->coded.branches;
}

/* A condition is known when flags are, and what VEX takes it from: some of what a comparison compares
 * is not known where that stands.  If all is not, the comparison stands here. */
static struct msim_flow_value condition(struct msim_flow *flow, struct msim_flow_value value)
{
    if (!flow->coded.reads_flags || is_compared(flow) || value.source != MSIM_FLOW_UNMADE)
        return value;
    uint16_t flags = msim_flags_value(flow, flow->coded.reads_flags).source;
    if (value.leaves && msim_source_is_op(flags) && !msim_flow_op(flow, flags)->sources) {
        msim_flow_op(flow, flags)->class = MSIM_OP_JOIN;
        flags = msim_flow_once(flow, MSIM_OP_SIMPLE, &value);
        msim_flags_set(flow, MSIM_ALL_FLAGS, flags);
        return msim_value_of(flow, flags);
    }
    msim_flags_add(flow, &value, flow->coded.reads_flags);
    return value;
}

/* What a helper of VEX computes from.  Instructions that write some flags have one for the rest, which
 * stay as they are: whoever reads the carry later may take what the helper said then. */
static UInt flags_taken(const struct msim_flow *flow, const IRExpr *expr)
{
    if (flow->coded.reads_flags)
        return flow->coded.reads_flags;
    if (VG_(strstr)(expr->Iex.CCall.cee->name, "rflags_c"))
        return MSIM_CARRY;
    return flow->coded.writes_flags ? 0 : MSIM_ALL_FLAGS;
}

static struct msim_flow_value value_of_expr(struct msim_flow *flow, const IRExpr *expr, UInt access)
{
    switch (expr->tag) {
    case Iex_RdTmp:
        return msim_value_of_atom(flow, expr);
    case Iex_Get:
        return get(flow, expr);
    case Iex_GetI:
        return msim_value_get(flow, expr->Iex.GetI.descr->base);
    case Iex_Unop:
        return unary(flow, expr);
    case Iex_Binop:
        if (is_again_converted(flow, expr->Iex.Binop.op, msim_value_at(flow, expr->Iex.Binop.arg2)))
            return msim_value_of_atom(flow, expr->Iex.Binop.arg2);
        return computed(flow, expr, msim_op_class_of(expr->Iex.Binop.op));
    case Iex_Triop:
        return computed(flow, expr, msim_op_class_of(expr->Iex.Triop.details->op));
    case Iex_Qop:
        return computed(flow, expr, msim_op_class_of(expr->Iex.Qop.details->op));
    case Iex_ITE:
        return computed(flow, expr, MSIM_OP_SIMPLE);
    case Iex_CCall:
        if (msim_takes_flags(expr))
            return msim_flags_value(flow, flags_taken(flow, expr));
        return computed(flow, expr, msim_op_class_of_helper(expr->Iex.CCall.cee->name));
    case Iex_Load:
        return msim_flow_load(flow, expr, access);
    default:
        return msim_value_ready();
    }
}

/* --- Statements --------------------------------------------------------------------------- */

/* A helper that does what VEX cannot say: all that it writes waits for all that it is given. */
static void dirty(struct msim_flow *flow, const IRDirty *call, UInt first, UInt last)
{
    struct msim_flow_value of = msim_value_empty(flow);
    for (Int i = 0; call->args[i]; i++)
        if (call->args[i]->tag == Iex_RdTmp)
            msim_value_add(flow, &of, call->args[i]);
    for (Int i = 0; i < call->nFxState; i++)
        if (call->fxState[i].fx != Ifx_Write)
            msim_value_add_leaf(flow, &of, msim_value_get(flow, call->fxState[i].offset).source);
    if (call->mFx == Ifx_Read || call->mFx == Ifx_Modify)
        msim_value_add_leaf(flow, &of, msim_flow_access(flow, MSIM_OP_LOAD, &of, NULL, first));
    enum msim_op_class class = msim_op_class_of_helper(call->cee->name);
    if (class == MSIM_OP_SIMPLE)
        class = MSIM_OP_OTHER;
    struct msim_flow_value made = msim_value_of(flow, msim_flow_add(flow, class, &of, NULL));
    made.slow = True;
    if (call->tmp != IRTemp_INVALID)
        msim_value_assign(flow, call->tmp, made);
    for (Int i = 0; i < call->nFxState; i++)
        if (call->fxState[i].fx != Ifx_Read)
            msim_value_put(flow, call->fxState[i].offset, 0, made);
    if (call->mFx == Ifx_Write || call->mFx == Ifx_Modify) {
        struct msim_flow_value at = msim_value_empty(flow);
        msim_value_add(flow, &at, call->mAddr);
        msim_flow_access(flow, MSIM_OP_STORE, &at, &made, last);
    }
}

/* How far a shift goes is taken from its register by the shift itself. */
static Bool is_distance(const struct msim_flow *flow, const IRExpr *expr)
{
    if (flow->coded.class != MSIM_OP_SHIFT || expr->tag != Iex_Binop)
        return False;
    IROp op = expr->Iex.Binop.op;
    const IRExpr *mask = expr->Iex.Binop.arg2;
    Bool is_mask = mask->tag == Iex_Const &&
                   (op == Iop_And32 ? mask->Iex.Const.con->Ico.U32 == 31
                                    : op == Iop_And64 && mask->Iex.Const.con->Ico.U64 == 63);
    return op == Iop_And8 || is_mask;
}

static void assign(struct msim_flow *flow, IRTemp temp, const IRExpr *expr, UInt access)
{
    struct msim_flow_value value = value_of_expr(flow, expr, access);
    if (flow->in->tyenv->types[temp] == Ity_I1)
        value = condition(flow, value);
    value.again |= is_distance(flow, expr);
    msim_value_assign(flow, temp, value);
}

/* What is in a register is known as that from here on, if an operation brought it there. */
static void put(struct msim_flow *flow, Int offset, const IRExpr *data)
{
    UInt bytes = (UInt)sizeofIRType(typeOfIRExpr(flow->in->tyenv, data));
    Int reg = msim_register_at(offset);
    if (reg >= 0 && msim_register_makes_flags(reg) && flow->coded.writes_flags)
        msim_value_add(flow, &flow->read, data);
    msim_value_put(flow, offset, bytes, msim_value_of_atom(flow, data));
    if (reg < 0 || msim_register_is_flags(reg) || bytes < 4 || data->tag != Iex_RdTmp)
        return;
    struct msim_flow_value *value = &flow->value[data->Iex.RdTmp.tmp];
    uint16_t source = flow->reg[reg].source;
    if (value->source != MSIM_OP_READY && !msim_source_is_own(flow, value->source) &&
        msim_source_is_own(flow, source))
        *value = msim_value_of(flow, source);
}

void msim_flow_see(struct msim_flow *flow, Int at, UInt first, UInt last)
{
    const IRStmt *statement = flow->in->stmts[at];
    flow->at = at;
    switch (statement->tag) {
    case Ist_WrTmp:
        assign(flow, statement->Ist.WrTmp.tmp, statement->Ist.WrTmp.data, first);
        break;
    case Ist_Put:
        put(flow, statement->Ist.Put.offset, statement->Ist.Put.data);
        break;
    case Ist_PutI:
        msim_value_put(flow, statement->Ist.PutI.details->descr->base, 0,
                       msim_value_of_atom(flow, statement->Ist.PutI.details->data));
        break;
    case Ist_Store:
        msim_flow_store(flow, statement->Ist.Store.addr, statement->Ist.Store.data, NULL, last);
        break;
    case Ist_LoadG:
        msim_flow_load_guarded(flow, statement->Ist.LoadG.details, first);
        break;
    case Ist_StoreG:
        msim_flow_store(flow, statement->Ist.StoreG.details->addr,
                        statement->Ist.StoreG.details->data, statement->Ist.StoreG.details->guard,
                        last);
        break;
    case Ist_CAS:
        msim_flow_swap(flow, statement->Ist.CAS.details, first, last);
        break;
    case Ist_LLSC:
        msim_flow_linked(flow, statement, first);
        break;
    case Ist_Dirty:
        dirty(flow, statement->Ist.Dirty.details, first, last);
        break;
    default:
        break;
    }
}

void msim_flow_hint(struct msim_flow *flow, const struct msim_hint *hint, UInt word)
{
    struct msim_flow_value of = msim_value_empty(flow);
    for (UInt i = 0; i < MSIM_HINT_REGISTERS; i++)
        if (hint->offset[i] >= 0)
            msim_value_add_leaf(flow, &of, msim_value_get(flow, hint->offset[i]).source);
    msim_flow_access(flow, hint->class, &of, NULL, word);
}

static void add_branch(struct msim_flow *flow, const IRExpr *decides)
{
    struct msim_flow_value of = msim_value_empty(flow);
    uint16_t flags = msim_flags_value(flow, flow->coded.reads_flags).source;
    if (is_compared(flow) && msim_source_is_op(flags))
        msim_flow_op(flow, flags)->class = MSIM_OP_JOIN;
    msim_flags_add(flow, &of, flow->coded.reads_flags);
    msim_value_add(flow, &of, decides);
    msim_flow_add(flow, MSIM_OP_BRANCH, &of, NULL);
}

void msim_flow_exit(struct msim_flow *flow, Int at)
{
    const IRStmt *statement = flow->in->stmts[at];
    flow->at = at;
    if (statement->Ist.Exit.jk != Ijk_Boring || flow->coded.repeats)
        return;
    add_branch(flow, statement->Ist.Exit.guard);
    flow->ops.end = MSIM_OP_ENDS_COND;
}

void msim_flow_end(struct msim_flow *flow, Addr next)
{
    const IRExpr *to = flow->in->next;
    Bool indirect = to->tag == Iex_RdTmp;
    Bool on = !indirect && to->Iex.Const.con->Ico.U64 == next;
    switch (flow->in->jumpkind) {
    case Ijk_Call:
        flow->ops.end = MSIM_OP_ENDS_CALL;
        break;
    case Ijk_Ret:
        flow->ops.end = MSIM_OP_ENDS_RETURN;
        break;
    case Ijk_Boring:
        flow->ops.end = on ? MSIM_OP_ENDS_ON : MSIM_OP_ENDS_JUMP;
        break;
    default:
        return;
    }
    flow->ops.indirect = indirect;
    if (indirect)
        add_branch(flow, to);
}

/* --- Segments ----------------------------------------------------------------------------- */

/* The register that has a value after the segment; it gets one if there is none. */
static uint16_t register_with(struct msim_flow *flow, uint16_t source)
{
    if (source == MSIM_OP_READY || (source < MSIM_REGISTERS && !flow->put[source]))
        return source;
    for (UInt i = 0; i < flow->ops.results; i++)
        if (flow->result[i].source == source)
            return flow->result[i].reg;
    if (flow->ops.results == MSIM_REGISTERS)
        return MSIM_OP_READY;
    uint16_t reg = MSIM_FLOW_SCRATCH + flow->scratches++ % MSIM_FLOW_SCRATCHES;
    flow->result[flow->ops.results++] = (struct msim_op_result){reg, source};
    return reg;
}

/* What later statements need is in registers from here on. */
static void carry_over(struct msim_flow *flow)
{
    for (Int temp = 0; temp < flow->in->tyenv->types_used; temp++) {
        struct msim_flow_value *value = &flow->value[temp];
        if (flow->last[temp].at <= flow->at || value->source == MSIM_OP_READY)
            continue;
        if (value->source == MSIM_FLOW_UNMADE && value->again) {
            for (UInt i = 0; i < value->leaves; i++)
                value->leaf[i] = register_with(flow, value->leaf[i]);
            continue;
        }
        msim_value_make(flow, value, msim_value_class(value));
        *value = msim_value_of(flow, register_with(flow, value->source));
    }
}

static void make_results(struct msim_flow *flow)
{
    for (UInt reg = 0; reg < MSIM_REGISTERS; reg++)
        if (flow->put[reg] && flow->reg[reg].source != reg)
            flow->result[flow->ops.results++] = (struct msim_op_result){reg, flow->reg[reg].source};
}

/* The next segment begins, of which nothing is known. */
static void begin(struct msim_flow *flow)
{
    flow->ops = (struct msim_ops){.ops = 0};
    flow->index = 0;
    flow->decided = False;
    flow->stack_moved = False;
    VG_(memset)(flow->put, 0, sizeof flow->put);
}

void msim_flow_close(struct msim_flow *flow, struct msim_segment *segment)
{
    static struct msim_ops closed;
    msim_whole_end(flow);
    make_results(flow);
    carry_over(flow);
    flow->ops.repeats = flow->coded.repeats;
    flow->ops.fused = flow->ops.end == MSIM_OP_ENDS_COND && flow->fused;
    closed = flow->ops;
    closed.op = flow->op;
    closed.source = flow->source;
    closed.result = flow->result;
    segment->ops = &closed;
    begin(flow);
}

void msim_flow_instr(struct msim_flow *flow, Addr address, UInt length, UInt index)
{
    if (index)
        msim_whole_end(flow);
    Bool fuses = index && flow->coded.fuses;
    flow->decided = index && flow->coded.decides;
    flow->instr++;
    flow->index = index;
    msim_whole_begin(flow, address, length);
    flow->fused = fuses && flow->coded.branches;
}

/* --- Superblocks -------------------------------------------------------------------------- */

static void make_room(struct msim_flow *flow, Int temps)
{
    if (temps > flow->room) {
        flow->room = 2 * temps;
        flow->value = VG_(realloc)("msim.flow", flow->value, flow->room * sizeof *flow->value);
        flow->last = VG_(realloc)("msim.flow", flow->last, flow->room * sizeof *flow->last);
    }
    for (Int i = 0; i < temps; i++)
        flow->value[i] = msim_value_ready();
}

void msim_flow_start(struct msim_flow *flow, const IRSB *in)
{
    flow->in = in;
    flow->instr = 0;
    VG_(memset)(&flow->coded, 0, sizeof flow->coded);
    flow->whole = True;
    begin(flow);
    make_room(flow, in->tyenv->types_used);
    msim_last_uses(in, flow->last);
}
