/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The accesses of accesses.h. */
#include "accesses.h"

static enum msim_op_class indexed(enum msim_op_class class)
{
    return class == MSIM_OP_LOAD          ? MSIM_OP_LOAD_INDEXED
           : class == MSIM_OP_VECTOR_LOAD ? MSIM_OP_VECTOR_LOAD_INDEXED
                                          : class;
}

uint16_t msim_flow_access(struct msim_flow *flow, enum msim_op_class class,
                          const struct msim_flow_value *of, const struct msim_flow_value *data,
                          UInt access)
{
    uint16_t source = msim_flow_add(flow, flow->coded.indexed ? indexed(class) : class, of, data);
    if (msim_source_is_op(source))
        msim_flow_op(flow, source)->access = access;
    return source;
}

static enum msim_op_class load_class(const struct msim_coded *coded, IRType type)
{
    return coded->loads_word || type == Ity_V128 || type == Ity_V256 || type == Ity_F64 ||
                   type == Ity_F32
               ? MSIM_OP_VECTOR_LOAD
               : MSIM_OP_LOAD;
}

static enum msim_op_class store_class(const struct msim_coded *coded)
{
    return coded->past                      ? MSIM_OP_STORE_PAST
           : coded->class == MSIM_OP_VECTOR ? MSIM_OP_VECTOR_STORE
                                            : MSIM_OP_STORE;
}

/* The byte that has the bit, or all of the register. */
static struct msim_flow_value load_bit(struct msim_flow *flow, const struct msim_flow_value *bit,
                                       IRType type)
{
    struct msim_flow_value byte = *bit;
    if (type != Ity_I8)
        return flow->bits;
    msim_value_join(flow, &byte, &flow->bits);
    return byte;
}

/* The register, which was nowhere before, or the byte that is changed. */
static void store_bit(struct msim_flow *flow, const IRExpr *data)
{
    struct msim_flow_value value = msim_value_of_atom(flow, data);
    if (flow->bits.leaves)
        msim_value_join(flow, &flow->bits, &value);
    else
        flow->bits = value;
}

struct msim_flow_value msim_flow_load(struct msim_flow *flow, const IRExpr *expr, UInt access)
{
    struct msim_flow_value of = msim_value_empty(flow);
    msim_value_add(flow, &of, expr->Iex.Load.addr);
    if (flow->coded.tests_bit)
        return load_bit(flow, &of, expr->Iex.Load.ty);
    return msim_value_of(flow, msim_flow_access(flow, load_class(&flow->coded, expr->Iex.Load.ty),
                                                &of, NULL, access));
}

void msim_flow_store(struct msim_flow *flow, const IRExpr *address, const IRExpr *data,
                     const IRExpr *more, UInt access)
{
    struct msim_flow_value of = msim_value_empty(flow), stored = msim_value_empty(flow);
    if (flow->coded.tests_bit) {
        store_bit(flow, data);
        return;
    }
    msim_value_add(flow, &of, address);
    msim_value_add(flow, &stored, data);
    msim_value_add(flow, &stored, more);
    /* Arithmetic on what is stored takes its time, as in add [rax], rbx. */
    const struct msim_flow_value *value = msim_value_at(flow, data);
    if (value && value->source == MSIM_FLOW_UNMADE && value->instr == flow->instr) {
        msim_value_make(flow, &stored, msim_value_class(value));
        stored = msim_value_of(flow, stored.source);
    }
    msim_flow_access(flow, store_class(&flow->coded), &of, &stored, access);
}

void msim_flow_load_guarded(struct msim_flow *flow, const IRLoadG *load, UInt access)
{
    struct msim_flow_value of = msim_value_empty(flow);
    msim_value_add(flow, &of, load->addr);
    msim_value_add(flow, &of, load->guard);
    struct msim_flow_value value =
        msim_value_of(flow, msim_flow_access(flow, MSIM_OP_LOAD, &of, NULL, access));
    msim_value_add(flow, &value, load->alt);
    value.source = MSIM_FLOW_UNMADE;
    msim_value_assign(flow, load->dst, value);
}

/* What is compared: a load of it, unless the instruction has loaded it before, to compute what it
 * stores of that. */
static struct msim_flow_value load_compared(struct msim_flow *flow, const IRCAS *cas, UInt access)
{
    struct msim_flow_value of = msim_value_of_atom(flow, cas->expdLo);
    if (msim_source_is_own(flow, of.source) && msim_op_loads(msim_flow_op(flow, of.source)->class))
        return of;
    of = msim_value_empty(flow);
    msim_value_add(flow, &of, cas->addr);
    return msim_value_of(flow, msim_flow_access(flow, MSIM_OP_LOAD, &of, NULL, access));
}

void msim_flow_swap(struct msim_flow *flow, const IRCAS *cas, UInt first, UInt last)
{
    struct msim_flow_value old = load_compared(flow, cas, first);
    msim_value_assign(flow, cas->oldLo, old);
    if (cas->oldHi != IRTemp_INVALID)
        msim_value_assign(flow, cas->oldHi, old);
    msim_flow_store(flow, cas->addr, cas->dataLo, cas->dataHi, last);
}

void msim_flow_linked(struct msim_flow *flow, const IRStmt *statement, UInt access)
{
    struct msim_flow_value of = msim_value_empty(flow);
    if (statement->Ist.LLSC.storedata) {
        msim_flow_store(flow, statement->Ist.LLSC.addr, statement->Ist.LLSC.storedata, NULL,
                        access);
        msim_value_assign(flow, statement->Ist.LLSC.result, msim_value_ready());
        return;
    }
    msim_value_add(flow, &of, statement->Ist.LLSC.addr);
    msim_value_assign(flow, statement->Ist.LLSC.result,
                      msim_value_of(flow, msim_flow_access(flow, MSIM_OP_LOAD, &of, NULL, access)));
}
