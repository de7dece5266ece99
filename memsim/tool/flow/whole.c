/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of whole.h. */
#include "whole.h"

#include "registers.h"

static Bool computes(enum msim_op_class class)
{
    return class != MSIM_OP_JOIN && !msim_op_loads(class) && !msim_op_stores(class) &&
           class != MSIM_OP_BRANCH;
}

/* The last operation of the instruction that computes, as a source; MSIM_OP_READY: there is none.
 */
static uint16_t last_computed(const struct msim_flow *flow)
{
    for (UInt i = flow->ops.ops; i-- > 0 && flow->op[i].instr == flow->index;)
        if (computes(flow->op[i].class))
            return (uint16_t)(MSIM_REGISTERS + i);
    return MSIM_OP_READY;
}

static Bool has_operations(const struct msim_flow *flow)
{
    return flow->ops.ops && flow->op[flow->ops.ops - 1].instr == flow->index;
}

/* Has the last operation wait for one more source; False: it cannot. */
static Bool extend(struct msim_flow *flow, uint16_t source, uint16_t by)
{
    struct msim_operation *op = msim_source_is_op(source) ? msim_flow_op(flow, source) : NULL;
    if (!op || source != MSIM_REGISTERS + flow->ops.ops - 1 || !computes(op->class) || op->data ||
        op->sources == MSIM_OP_SOURCES_MAX || flow->ops.sources == MSIM_OPS_SOURCES_MAX)
        return False;
    flow->source[flow->ops.sources++] = by;
    op->sources++;
    return True;
}

/* What was in the rest of the register stays there. */
static void keep_rest(struct msim_flow *flow)
{
    Int reg = flow->part.reg;
    if (reg < 0 || flow->part.written == 0xffff || flow->part.before == MSIM_OP_READY ||
        !flow->put[reg] || extend(flow, flow->reg[reg].source, flow->part.before))
        return;
    struct msim_flow_value value = msim_value_empty(flow);
    uint16_t source = flow->reg[reg].source;
    Bool own = msim_source_is_own(flow, source) && computes(msim_flow_op(flow, source)->class);
    msim_value_add_leaf(flow, &value, flow->part.before);
    msim_value_add_leaf(flow, &value, source);
    msim_value_make(flow, &value, own ? MSIM_OP_JOIN : MSIM_OP_VECTOR);
    flow->reg[reg] = value;
}

static void set_flags(struct msim_flow *flow)
{
    uint16_t source = last_computed(flow);
    if (source == MSIM_OP_READY)
        source = msim_flow_add(flow, flow->coded.class, &flow->read, NULL);
    msim_flags_set(flow, flow->coded.writes_flags, source);
}

/* What VEX has nothing of, as nothing needs it, or, of a move, as it takes that from elsewhere. */
static void add_unneeded(struct msim_flow *flow)
{
    struct msim_flow_value value = msim_value_empty(flow);
    if (flow->coded.moves && flow->coded.moved >= 0)
        msim_value_add_leaf(flow, &value,
                            msim_source_of_register(flow, msim_register_at(flow->coded.moved)));
    msim_flow_add(flow, flow->coded.moves ? MSIM_OP_MOVE : flow->coded.class, &value, NULL);
}

void msim_whole_end(struct msim_flow *flow)
{
    if (flow->whole)
        return;
    flow->whole = True;
    keep_rest(flow);
    if (flow->coded.writes_flags && !flow->coded.copies)
        set_flags(flow);
    if (!has_operations(flow) && !flow->coded.copies)
        add_unneeded(flow);
}

/* What pushes and the like did to the stack pointer is added before it is computed with. */
static void tell_stack(struct msim_flow *flow)
{
    Int stack = MSIM_STACK_REGISTER;
    uint16_t before = msim_source_of_register(flow, stack);
    struct msim_flow_value value = msim_value_of(flow, before);
    value = msim_value_of(flow, msim_flow_add(flow, MSIM_OP_SIMPLE, &value, NULL));
    for (Int temp = 0; temp < flow->in->tyenv->types_used; temp++)
        if (flow->value[temp].source == before)
            flow->value[temp] = value;
    flow->reg[stack] = value;
    flow->put[stack] = True;
    flow->put_in[stack] = flow->instr - 1;
    flow->stack_moved = False;
}

void msim_whole_begin(struct msim_flow *flow, Addr address, UInt length)
{
    flow->whole = False;
    flow->coded = msim_coded_at(address, length);
    flow->read = msim_value_empty(flow);
    flow->bits = msim_value_empty(flow);
    flow->part.reg = -1;
    if (flow->coded.moves_stack)
        flow->stack_moved |= !flow->coded.tests_bit;
    else if (flow->stack_moved && flow->coded.uses_stack)
        tell_stack(flow);
}
