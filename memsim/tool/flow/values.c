/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The values of values.h. */
#include "values.h"

#include "registers.h"

/* --- Values ------------------------------------------------------------------------------- */

struct msim_flow_value msim_value_ready(void)
{
    return (struct msim_flow_value){.source = MSIM_OP_READY};
}

struct msim_flow_value msim_value_of(const struct msim_flow *flow, uint16_t source)
{
    return (struct msim_flow_value){.source = source,
                                    .leaves = source != MSIM_OP_READY,
                                    .instr = flow->instr,
                                    .leaf = {source}};
}

Bool msim_source_is_op(uint16_t source)
{
    return source >= MSIM_REGISTERS && source != MSIM_OP_READY && source != MSIM_FLOW_UNMADE;
}

struct msim_operation *msim_flow_op(struct msim_flow *flow, uint16_t source)
{
    return &flow->op[source - MSIM_REGISTERS];
}

uint16_t msim_flow_add(struct msim_flow *flow, enum msim_op_class class,
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

void msim_value_add_leaf(struct msim_flow *flow, struct msim_flow_value *to, uint16_t leaf)
{
    if (leaf == MSIM_OP_READY || leaf == MSIM_FLOW_UNMADE)
        return;
    for (UInt i = 0; i < to->leaves; i++)
        if (to->leaf[i] == leaf)
            return;
    if (to->leaves == MSIM_FLOW_LEAVES) {
        to->leaf[0] = msim_flow_add(flow, MSIM_OP_JOIN, to, NULL);
        to->leaves = to->leaf[0] != MSIM_OP_READY;
    }
    to->leaf[to->leaves++] = leaf;
}

/* Adds what a value waits for: in its own instruction what its path began with. */
static void add_value(struct msim_flow *flow, struct msim_flow_value *to,
                      const struct msim_flow_value *value)
{
    if (value->instr != flow->instr) {
        msim_value_add_leaf(flow, to, value->source);
        return;
    }
    for (UInt i = 0; i < value->leaves; i++)
        msim_value_add_leaf(flow, to, value->leaf[i]);
    to->slow |= value->slow;
}

const struct msim_flow_value *msim_value_at(const struct msim_flow *flow, const IRExpr *atom)
{
    return atom->tag == Iex_RdTmp ? &flow->value[atom->Iex.RdTmp.tmp] : NULL;
}

void msim_value_add(struct msim_flow *flow, struct msim_flow_value *to, const IRExpr *atom)
{
    const struct msim_flow_value *value = atom ? msim_value_at(flow, atom) : NULL;
    if (value)
        add_value(flow, to, value);
}

struct msim_flow_value msim_value_of_atom(const struct msim_flow *flow, const IRExpr *atom)
{
    const struct msim_flow_value *value = msim_value_at(flow, atom);
    return value ? *value : msim_value_ready();
}

struct msim_flow_value msim_value_empty(const struct msim_flow *flow)
{
    return (struct msim_flow_value){.source = MSIM_FLOW_UNMADE, .instr = flow->instr};
}

void msim_value_make(struct msim_flow *flow, struct msim_flow_value *value,
                     enum msim_op_class class)
{
    if (value->source != MSIM_FLOW_UNMADE)
        return;
    if (!value->leaves)
        value->source = MSIM_OP_READY;
    else if (value->leaves == 1 && (value->slow || class == MSIM_OP_JOIN))
        value->source = value->leaf[0];
    else
        value->source = msim_flow_add(flow, value->slow ? MSIM_OP_JOIN : class, value, NULL);
}

enum msim_op_class msim_value_class(const struct msim_flow_value *value)
{
    return value->vector ? MSIM_OP_VECTOR : MSIM_OP_SIMPLE;
}

void msim_value_assign(struct msim_flow *flow, IRTemp temp, struct msim_flow_value value)
{
    if (flow->last[temp].instr > flow->instr)
        msim_value_make(flow, &value, msim_value_class(&value));
    flow->value[temp] = value;
}

/* --- Registers ---------------------------------------------------------------------------- */

struct msim_flow_value msim_value_get(const struct msim_flow *flow, Int offset)
{
    Int reg = msim_register_at(offset);
    if (reg < 0)
        return msim_value_ready();
    return flow->put[reg] ? flow->reg[reg] : msim_value_of(flow, reg);
}

enum { NEITHER, INTEGER, VECTOR };

/* Whether registers of integers or of vectors have it. */
static UInt domain_of(struct msim_flow *flow, uint16_t source)
{
    if (source < MSIM_REGISTERS)
        return source >= MSIM_FLOW_SCRATCH || msim_register_is_flags(source) ? NEITHER
               : msim_register_is_vector(source)                             ? VECTOR
                                                                             : INTEGER;
    switch (msim_source_is_op(source) ? msim_flow_op(flow, source)->class : MSIM_OP_JOIN) {
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
    return crosses(flow, value, reg) ? MSIM_OP_MOVE : msim_value_class(value);
}

/* A load of integers goes into a vector register at once. */
static void load_vector(struct msim_flow *flow, uint16_t source)
{
    if (msim_source_is_op(source) && msim_flow_op(flow, source)->class == MSIM_OP_LOAD)
        msim_flow_op(flow, source)->class = MSIM_OP_VECTOR_LOAD;
}

void msim_value_put(struct msim_flow *flow, Int offset, struct msim_flow_value value)
{
    Int reg = msim_register_at(offset);
    if (reg < 0)
        return;
    if (value.instr != flow->instr && value.source != MSIM_OP_READY)
        value = msim_value_of(flow, value.source);
    if (!msim_register_is_flags(reg) && crosses(flow, &value, reg))
        value.source = MSIM_FLOW_UNMADE;
    msim_value_make(flow, &value, class_into(flow, &value, reg));
    if (msim_register_is_vector(reg))
        load_vector(flow, value.source);
    if (flow->put[reg] && flow->put_in[reg] == flow->instr) {
        struct msim_flow_value both = msim_value_empty(flow);
        msim_value_add_leaf(flow, &both, flow->reg[reg].source);
        msim_value_add_leaf(flow, &both, value.source);
        msim_value_make(flow, &both, MSIM_OP_JOIN);
        value.source = both.source;
    }
    flow->reg[reg] = value;
    flow->put[reg] = True;
    flow->put_in[reg] = flow->instr;
}
