/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of flow.h. */
#include "flow.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "lastuse.h"
#include "opclass.h"
#include "registers.h"

enum { FIRST_SCRATCH = MSIM_REGISTERS - MSIM_FLOW_SCRATCH };

/* --- Values ------------------------------------------------------------------------------- */

static struct msim_flow_value ready(void)
{
    return (struct msim_flow_value){.source = MSIM_OP_READY};
}

static struct msim_flow_value of_source(const struct msim_flow *flow, uint16_t source)
{
    return (struct msim_flow_value){.source = source,
                                    .leaves = source != MSIM_OP_READY,
                                    .instr = flow->instr,
                                    .leaf = {source}};
}

static Bool is_op(uint16_t source)
{
    return source >= MSIM_REGISTERS && source != MSIM_OP_READY && source != MSIM_FLOW_UNMADE;
}

static struct msim_operation *op_of(struct msim_flow *flow, uint16_t source)
{
    return &flow->op[source - MSIM_REGISTERS];
}

/* Adds an operation that waits for these leaves, and of a store `data`; returns it as a source. */
static uint16_t add_op(struct msim_flow *flow, enum msim_op_class class,
                       const struct msim_flow_value *of, const struct msim_flow_value *data)
{
    struct msim_ops *ops = &flow->ops;
    UInt more = data ? data->leaves : 0;
    if (ops->ops == MSIM_OPS_MAX || ops->sources + of->leaves + more > MSIM_OPS_SOURCES_MAX)
        return MSIM_OP_READY;
    for (UInt i = 0; i < of->leaves; i++)
        flow->source[ops->sources++] = of->leaf[i];
    for (UInt i = 0; i < more; i++)
        flow->source[ops->sources++] = data->leaf[i];
    flow->op[ops->ops] = (struct msim_operation){
        .class = class, .instr = flow->index, .sources = of->leaves, .data = more};
    return MSIM_REGISTERS + ops->ops++;
}

static void add_leaf(struct msim_flow *flow, struct msim_flow_value *to, uint16_t leaf)
{
    if (leaf == MSIM_OP_READY || leaf == MSIM_FLOW_UNMADE)
        return;
    for (UInt i = 0; i < to->leaves; i++)
        if (to->leaf[i] == leaf)
            return;
    if (to->leaves == MSIM_FLOW_LEAVES) {
        to->leaf[0] = add_op(flow, MSIM_OP_JOIN, to, NULL);
        to->leaves = to->leaf[0] != MSIM_OP_READY;
    }
    to->leaf[to->leaves++] = leaf;
}

/* Adds what a value waits for: in its own instruction what its path began with. */
static void add_value(struct msim_flow *flow, struct msim_flow_value *to,
                      const struct msim_flow_value *value)
{
    if (value->instr != flow->instr) {
        add_leaf(flow, to, value->source);
        return;
    }
    for (UInt i = 0; i < value->leaves; i++)
        add_leaf(flow, to, value->leaf[i]);
    to->slow |= value->slow;
}

static const struct msim_flow_value *value_of(const struct msim_flow *flow, const IRExpr *atom)
{
    return atom->tag == Iex_RdTmp ? &flow->value[atom->Iex.RdTmp.tmp] : NULL;
}

static void add_atom(struct msim_flow *flow, struct msim_flow_value *to, const IRExpr *atom)
{
    const struct msim_flow_value *value = atom ? value_of(flow, atom) : NULL;
    if (value)
        add_value(flow, to, value);
}

static struct msim_flow_value atom_value(const struct msim_flow *flow, const IRExpr *atom)
{
    const struct msim_flow_value *value = value_of(flow, atom);
    return value ? *value : ready();
}

static struct msim_flow_value empty(const struct msim_flow *flow)
{
    return (struct msim_flow_value){.source = MSIM_FLOW_UNMADE, .instr = flow->instr};
}

/* Has an operation stand for the value.  After a slow one of its instruction the rest is free. */
static void make(struct msim_flow *flow, struct msim_flow_value *value, enum msim_op_class class)
{
    if (value->source != MSIM_FLOW_UNMADE)
        return;
    if (!value->leaves)
        value->source = MSIM_OP_READY;
    else if (value->leaves == 1 && (value->slow || class == MSIM_OP_JOIN))
        value->source = value->leaf[0];
    else
        value->source = add_op(flow, value->slow ? MSIM_OP_JOIN : class, value, NULL);
}

static enum msim_op_class simple_class(const struct msim_flow_value *value)
{
    return value->vector ? MSIM_OP_VECTOR : MSIM_OP_SIMPLE;
}

/* A temporary gets its value, which later instructions may need. */
static void assign(struct msim_flow *flow, IRTemp temp, struct msim_flow_value value)
{
    if (flow->last[temp].instr > flow->instr)
        make(flow, &value, simple_class(&value));
    flow->value[temp] = value;
}

/* --- Registers ---------------------------------------------------------------------------- */

static struct msim_flow_value get(const struct msim_flow *flow, Int offset)
{
    Int reg = msim_register_at(offset);
    if (reg < 0)
        return ready();
    return flow->put[reg] ? flow->reg[reg] : of_source(flow, reg);
}

enum { NEITHER, INTEGER, VECTOR };

/* Whether registers of integers or of vectors have it. */
static UInt domain_of(struct msim_flow *flow, uint16_t source)
{
    if (source < MSIM_REGISTERS)
        return source >= FIRST_SCRATCH || msim_register_is_flags(source) ? NEITHER
               : msim_register_is_vector(source)                         ? VECTOR
                                                                         : INTEGER;
    switch (is_op(source) ? op_of(flow, source)->class : MSIM_OP_JOIN) {
    case MSIM_OP_SIMPLE:
    case MSIM_OP_MULTIPLY:
    case MSIM_OP_DIVIDE:
        return INTEGER;
    case MSIM_OP_VECTOR:
    case MSIM_OP_VECTOR_MULTIPLY:
    case MSIM_OP_FLOAT_ADD:
    case MSIM_OP_FLOAT_MULTIPLY:
    case MSIM_OP_FLOAT_FUSED:
    case MSIM_OP_FLOAT_DIVIDE:
    case MSIM_OP_FLOAT_ROOT:
    case MSIM_OP_VECTOR_LOAD:
        return VECTOR;
    default:
        return NEITHER;
    }
}

/* All that the value waits for is on the other side than the register. */
static Bool crosses(struct msim_flow *flow, const struct msim_flow_value *value, Int reg)
{
    UInt other = msim_register_is_vector(reg) ? INTEGER : VECTOR;
    Bool all = value->leaves > 0;
    for (UInt i = 0; i < value->leaves; i++)
        all &= domain_of(flow, value->leaf[i]) == other;
    return all;
}

/* The class of the operation that brings a value into a register. */
static enum msim_op_class class_into(struct msim_flow *flow, const struct msim_flow_value *value,
                                     Int reg)
{
    if (msim_register_is_flags(reg) ||
        (msim_register_is_stack(reg) && flow->code[0] && msim_moves_stack(flow->code[0])))
        return MSIM_OP_JOIN;
    return crosses(flow, value, reg) ? MSIM_OP_MOVE : simple_class(value);
}

/* A load of integers goes into a vector register at once. */
static void load_vector(struct msim_flow *flow, uint16_t source)
{
    if (is_op(source) && op_of(flow, source)->class == MSIM_OP_LOAD)
        op_of(flow, source)->class = MSIM_OP_VECTOR_LOAD;
}

static void put(struct msim_flow *flow, Int offset, struct msim_flow_value value)
{
    Int reg = msim_register_at(offset);
    if (reg < 0)
        return;
    if (value.instr != flow->instr && value.source != MSIM_OP_READY)
        value = of_source(flow, value.source);
    if (!msim_register_is_flags(reg) && crosses(flow, &value, reg))
        value.source = MSIM_FLOW_UNMADE;
    make(flow, &value, class_into(flow, &value, reg));
    if (msim_register_is_vector(reg))
        load_vector(flow, value.source);
    if (flow->put[reg] && flow->put_in[reg] == flow->instr) {
        struct msim_flow_value both = empty(flow);
        add_leaf(flow, &both, flow->reg[reg].source);
        add_leaf(flow, &both, value.source);
        make(flow, &both, MSIM_OP_JOIN);
        value.source = both.source;
    }
    flow->reg[reg] = value;
    flow->put[reg] = True;
    flow->put_in[reg] = flow->instr;
}

/* --- Expressions -------------------------------------------------------------------------- */

static uint16_t add_access(struct msim_flow *flow, enum msim_op_class class,
                           const struct msim_flow_value *of, const struct msim_flow_value *data,
                           UInt access)
{
    uint16_t source = add_op(flow, class, of, data);
    if (is_op(source))
        op_of(flow, source)->access = access;
    return source;
}

static enum msim_op_class load_class(IRType type)
{
    return type == Ity_V128 || type == Ity_V256 || type == Ity_F64 || type == Ity_F32
               ? MSIM_OP_VECTOR_LOAD
               : MSIM_OP_LOAD;
}

static struct msim_flow_value operation(struct msim_flow *flow, enum msim_op_class class,
                                        struct msim_flow_value of)
{
    if (class == MSIM_OP_JOIN || class == MSIM_OP_SIMPLE || class == MSIM_OP_VECTOR) {
        of.vector = class == MSIM_OP_VECTOR;
        return of;
    }
    struct msim_flow_value made = of_source(flow, add_op(flow, class, &of, NULL));
    made.slow = True;
    return made;
}

/* A value that only takes another one apart is that one. */
static struct msim_flow_value unary(struct msim_flow *flow, const IRExpr *expr)
{
    enum msim_op_class class = msim_op_class_of(expr->Iex.Unop.op);
    const struct msim_flow_value *of = value_of(flow, expr->Iex.Unop.arg);
    if (class == MSIM_OP_JOIN)
        return of ? *of : ready();
    struct msim_flow_value value = empty(flow);
    add_atom(flow, &value, expr->Iex.Unop.arg);
    return operation(flow, class, value);
}

static struct msim_flow_value helper(struct msim_flow *flow, const IRExpr *expr)
{
    struct msim_flow_value value = empty(flow);
    for (Int i = 0; expr->Iex.CCall.args[i]; i++)
        add_atom(flow, &value, expr->Iex.CCall.args[i]);
    return operation(flow, msim_op_class_of_helper(expr->Iex.CCall.cee->name), value);
}

static struct msim_flow_value value_of_expr(struct msim_flow *flow, const IRExpr *expr, UInt access)
{
    struct msim_flow_value value = empty(flow);
    switch (expr->tag) {
    case Iex_RdTmp:
        return *value_of(flow, expr);
    case Iex_Get:
        return get(flow, expr->Iex.Get.offset);
    case Iex_GetI:
        return get(flow, expr->Iex.GetI.descr->base);
    case Iex_Unop:
        return unary(flow, expr);
    case Iex_Binop:
        add_atom(flow, &value, expr->Iex.Binop.arg1);
        add_atom(flow, &value, expr->Iex.Binop.arg2);
        return operation(flow, msim_op_class_of(expr->Iex.Binop.op), value);
    case Iex_Triop:
        add_atom(flow, &value, expr->Iex.Triop.details->arg1);
        add_atom(flow, &value, expr->Iex.Triop.details->arg2);
        add_atom(flow, &value, expr->Iex.Triop.details->arg3);
        return operation(flow, msim_op_class_of(expr->Iex.Triop.details->op), value);
    case Iex_Qop:
        add_atom(flow, &value, expr->Iex.Qop.details->arg1);
        add_atom(flow, &value, expr->Iex.Qop.details->arg2);
        add_atom(flow, &value, expr->Iex.Qop.details->arg3);
        add_atom(flow, &value, expr->Iex.Qop.details->arg4);
        return operation(flow, msim_op_class_of(expr->Iex.Qop.details->op), value);
    case Iex_ITE:
        add_atom(flow, &value, expr->Iex.ITE.cond);
        add_atom(flow, &value, expr->Iex.ITE.iftrue);
        add_atom(flow, &value, expr->Iex.ITE.iffalse);
        return operation(flow, MSIM_OP_SIMPLE, value);
    case Iex_CCall:
        return helper(flow, expr);
    case Iex_Load:
        add_atom(flow, &value, expr->Iex.Load.addr);
        return of_source(flow,
                         add_access(flow, load_class(expr->Iex.Load.ty), &value, NULL, access));
    default:
        return ready();
    }
}

/* --- Statements --------------------------------------------------------------------------- */

static void store(struct msim_flow *flow, const IRExpr *address, const IRExpr *data,
                  const IRExpr *more, UInt access)
{
    struct msim_flow_value of = empty(flow), stored = empty(flow);
    add_atom(flow, &of, address);
    add_atom(flow, &stored, data);
    add_atom(flow, &stored, more);
    /* Arithmetic on what is stored takes its time, as in add [rax], rbx. */
    const struct msim_flow_value *value = value_of(flow, data);
    if (value && value->source == MSIM_FLOW_UNMADE && value->instr == flow->instr) {
        struct msim_flow_value made = stored;
        make(flow, &made, value->vector ? MSIM_OP_VECTOR : MSIM_OP_SIMPLE);
        stored = of_source(flow, made.source);
        stored.leaves = made.source != MSIM_OP_READY;
    }
    add_access(flow, MSIM_OP_STORE, &of, &stored, access);
}

static void load_guarded(struct msim_flow *flow, const IRLoadG *load, UInt access)
{
    struct msim_flow_value of = empty(flow);
    add_atom(flow, &of, load->addr);
    add_atom(flow, &of, load->guard);
    struct msim_flow_value value =
        of_source(flow, add_access(flow, MSIM_OP_LOAD, &of, NULL, access));
    add_atom(flow, &value, load->alt);
    value.source = MSIM_FLOW_UNMADE;
    assign(flow, load->dst, value);
}

static void compare_and_swap(struct msim_flow *flow, const IRCAS *cas, UInt first, UInt last)
{
    struct msim_flow_value of = empty(flow);
    add_atom(flow, &of, cas->addr);
    struct msim_flow_value old = of_source(flow, add_access(flow, MSIM_OP_LOAD, &of, NULL, first));
    assign(flow, cas->oldLo, old);
    if (cas->oldHi != IRTemp_INVALID)
        assign(flow, cas->oldHi, old);
    store(flow, cas->addr, cas->dataLo, cas->dataHi, last);
}

static void linked(struct msim_flow *flow, const IRStmt *statement, UInt access)
{
    struct msim_flow_value of = empty(flow);
    if (statement->Ist.LLSC.storedata) {
        store(flow, statement->Ist.LLSC.addr, statement->Ist.LLSC.storedata, NULL, access);
        assign(flow, statement->Ist.LLSC.result, ready());
        return;
    }
    add_atom(flow, &of, statement->Ist.LLSC.addr);
    assign(flow, statement->Ist.LLSC.result,
           of_source(flow, add_access(flow, MSIM_OP_LOAD, &of, NULL, access)));
}

/* A helper that does what VEX cannot say: all that it writes waits for all that it is given. */
static void dirty(struct msim_flow *flow, const IRDirty *call, UInt first, UInt last)
{
    struct msim_flow_value of = empty(flow);
    for (Int i = 0; call->args[i]; i++)
        if (call->args[i]->tag == Iex_RdTmp)
            add_atom(flow, &of, call->args[i]);
    if (call->mFx == Ifx_Read || call->mFx == Ifx_Modify)
        add_leaf(flow, &of, add_access(flow, MSIM_OP_LOAD, &of, NULL, first));
    struct msim_flow_value made = of_source(flow, add_op(flow, MSIM_OP_OTHER, &of, NULL));
    made.slow = True;
    if (call->tmp != IRTemp_INVALID)
        assign(flow, call->tmp, made);
    for (Int i = 0; i < call->nFxState; i++)
        if (call->fxState[i].fx != Ifx_Read)
            put(flow, call->fxState[i].offset, made);
    if (call->mFx == Ifx_Write || call->mFx == Ifx_Modify) {
        struct msim_flow_value at = empty(flow);
        add_atom(flow, &at, call->mAddr);
        add_access(flow, MSIM_OP_STORE, &at, &made, last);
    }
}

void msim_flow_see(struct msim_flow *flow, Int at, UInt first, UInt last)
{
    const IRStmt *statement = flow->in->stmts[at];
    flow->at = at;
    switch (statement->tag) {
    case Ist_WrTmp:
        assign(flow, statement->Ist.WrTmp.tmp,
               value_of_expr(flow, statement->Ist.WrTmp.data, first));
        break;
    case Ist_Put:
        put(flow, statement->Ist.Put.offset, atom_value(flow, statement->Ist.Put.data));
        break;
    case Ist_PutI:
        put(flow, statement->Ist.PutI.details->descr->base,
            atom_value(flow, statement->Ist.PutI.details->data));
        break;
    case Ist_Store:
        store(flow, statement->Ist.Store.addr, statement->Ist.Store.data, NULL, last);
        break;
    case Ist_LoadG:
        load_guarded(flow, statement->Ist.LoadG.details, first);
        break;
    case Ist_StoreG:
        store(flow, statement->Ist.StoreG.details->addr, statement->Ist.StoreG.details->data,
              statement->Ist.StoreG.details->guard, last);
        break;
    case Ist_CAS:
        compare_and_swap(flow, statement->Ist.CAS.details, first, last);
        break;
    case Ist_LLSC:
        linked(flow, statement, first);
        break;
    case Ist_Dirty:
        dirty(flow, statement->Ist.Dirty.details, first, last);
        break;
    default:
        break;
    }
}

static void add_branch(struct msim_flow *flow, const IRExpr *decides)
{
    struct msim_flow_value of = empty(flow);
    add_atom(flow, &of, decides);
    add_op(flow, MSIM_OP_BRANCH, &of, NULL);
}

void msim_flow_exit(struct msim_flow *flow, const IRStmt *statement)
{
    if (statement->Ist.Exit.jk != Ijk_Boring || (flow->code[0] && msim_is_repeated(flow->code[0])))
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
    uint16_t reg = FIRST_SCRATCH + flow->scratch++ % MSIM_FLOW_SCRATCH;
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
        make(flow, value, simple_class(value));
        *value = of_source(flow, register_with(flow, value->source));
        value->leaves = value->source != MSIM_OP_READY;
    }
}

static void make_results(struct msim_flow *flow)
{
    for (UInt reg = 0; reg < MSIM_REGISTERS; reg++)
        if (flow->put[reg] && flow->reg[reg].source != reg)
            flow->result[flow->ops.results++] = (struct msim_op_result){reg, flow->reg[reg].source};
}

void msim_flow_close(struct msim_flow *flow, struct msim_segment *segment)
{
    static struct msim_ops closed;
    static const struct msim_ops none;
    make_results(flow);
    carry_over(flow);
    flow->ops.repeats = flow->code[0] && msim_is_repeated(flow->code[0]);
    flow->ops.fused = flow->ops.end == MSIM_OP_ENDS_COND && flow->code[0] && flow->code[1] &&
                      msim_fuses(flow->code[1], flow->code[0]);
    closed = flow->ops;
    closed.op = flow->op;
    closed.source = flow->source;
    closed.result = flow->result;
    segment->ops = &closed;
    flow->ops = none;
    flow->index = 0;
    flow->code[1] = 0;
    VG_(memset)(flow->put, 0, sizeof flow->put);
}

void msim_flow_instr(struct msim_flow *flow, Addr address, UInt index)
{
    flow->instr++;
    flow->index = index;
    flow->code[1] = index ? flow->code[0] : 0;
    flow->code[0] = address;
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
        flow->value[i] = ready();
}

void msim_flow_start(struct msim_flow *flow, const IRSB *in)
{
    static const struct msim_ops none;
    flow->in = in;
    flow->instr = flow->index = 0;
    flow->code[0] = flow->code[1] = 0;
    flow->ops = none;
    make_room(flow, in->tyenv->types_used);
    VG_(memset)(flow->put, 0, sizeof flow->put);
    msim_last_uses(in, flow->last);
}
