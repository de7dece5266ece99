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

Bool msim_source_is_own(struct msim_flow *flow, uint16_t source)
{
    return msim_source_is_op(source) && msim_flow_op(flow, source)->instr == flow->index;
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

static Bool same_sources(const uint16_t *source, const struct msim_flow_value *of)
{
    for (UInt i = 0; i < of->leaves; i++)
        if (source[i] != of->leaf[i])
            return False;
    return True;
}

/* The same operation of the instruction on other parts of the same registers, which is one with
 * this; MSIM_OP_READY: there is none. */
static uint16_t same_before(const struct msim_flow *flow, enum msim_op_class class,
                            const struct msim_flow_value *of)
{
    UInt sources = flow->ops.sources;
    for (UInt i = flow->ops.ops; i-- > 0 && flow->op[i].instr == flow->index;) {
        sources -= flow->op[i].sources + flow->op[i].data;
        if (flow->op[i].class == class && flow->op[i].sources == of->leaves &&
            same_sources(flow->source + sources, of))
            return (uint16_t)(MSIM_REGISTERS + i);
    }
    return MSIM_OP_READY;
}

uint16_t msim_flow_once(struct msim_flow *flow, enum msim_op_class class,
                        const struct msim_flow_value *of)
{
    uint16_t same = same_before(flow, class, of);
    return same != MSIM_OP_READY ? same : msim_flow_add(flow, class, of, NULL);
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
    if (value->instr != flow->instr && value->source != MSIM_FLOW_UNMADE) {
        msim_value_add_leaf(flow, to, value->source);
        return;
    }
    for (UInt i = 0; i < value->leaves; i++)
        msim_value_add_leaf(flow, to, value->leaf[i]);
    to->slow |= value->slow;
}

void msim_value_join(struct msim_flow *flow, struct msim_flow_value *to,
                     const struct msim_flow_value *value)
{
    add_value(flow, to, value);
    to->source = MSIM_FLOW_UNMADE;
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

/* The class of what is simple about the instruction, which may do it in some other way. */
static enum msim_op_class own_class(const struct msim_flow *flow, enum msim_op_class class)
{
    enum msim_op_class own = flow->coded.class;
    return class == MSIM_OP_SIMPLE && own != MSIM_OP_VECTOR ? own : class;
}

void msim_value_make(struct msim_flow *flow, struct msim_flow_value *value,
                     enum msim_op_class class)
{
    if (value->source != MSIM_FLOW_UNMADE)
        return;
    if (flow->coded.reads_flags && class != MSIM_OP_JOIN)
        msim_flags_add(flow, value, flow->coded.reads_flags);
    class = own_class(flow, class);
    if (!value->leaves)
        value->source = MSIM_OP_READY;
    else if (value->leaves == 1 && (value->slow || class == MSIM_OP_JOIN))
        value->source = value->leaf[0];
    else
        value->source = msim_flow_once(flow, value->slow ? MSIM_OP_JOIN : class, value);
}

enum msim_op_class msim_value_class(const struct msim_flow_value *value)
{
    return value->vector ? MSIM_OP_VECTOR : MSIM_OP_SIMPLE;
}

uint16_t msim_source_of_register(const struct msim_flow *flow, Int reg)
{
    return flow->put[reg] ? flow->reg[reg].source : (uint16_t)reg;
}

/* The stack pointer, moved in the front. */
static Bool moves_stack(const struct msim_flow *flow, const struct msim_flow_value *value)
{
    Int stack = MSIM_STACK_REGISTER;
    uint16_t source = msim_source_of_register(flow, stack);
    return value->leaves == 1 && value->leaf[0] == source && flow->coded.moves_stack;
}

/* The class of the operation that would stand for the value of a temporary. */
static enum msim_op_class class_of_temp(const struct msim_flow *flow, IRTemp temp,
                                        const struct msim_flow_value *value)
{
    IRType type = flow->in->tyenv->types[temp];
    return moves_stack(flow, value) || type == Ity_I1 ? MSIM_OP_JOIN
           : type == Ity_V128 || type == Ity_V256     ? MSIM_OP_VECTOR
                                                      : msim_value_class(value);
}

void msim_value_assign(struct msim_flow *flow, IRTemp temp, struct msim_flow_value value)
{
    value.again |= msim_only_addresses(&flow->last[temp]) && !flow->coded.moves_stack;
    if (flow->last[temp].instr > flow->instr && !value.again)
        msim_value_make(flow, &value, class_of_temp(flow, temp, &value));
    flow->value[temp] = value;
    if (flow->coded.writes_flags)
        add_value(flow, &flow->read, &value);
}

/* --- Registers ---------------------------------------------------------------------------- */

struct msim_flow_value msim_value_get(const struct msim_flow *flow, Int offset)
{
    Int reg = msim_register_at(offset);
    if (reg < 0 || msim_register_is_flags(reg))
        return msim_value_ready();
    if (reg == flow->part.reg && !flow->whole)
        return msim_value_of(flow, flow->part.before); /* one part after the other is written */
    return flow->put[reg] ? flow->reg[reg] : msim_value_of(flow, reg);
}

void msim_flags_add(struct msim_flow *flow, struct msim_flow_value *to, UInt flags)
{
    if (flags & MSIM_CARRY)
        msim_value_add_leaf(flow, to, msim_source_of_register(flow, msim_carry_register()));
    if (flags & MSIM_OTHER_FLAGS)
        msim_value_add_leaf(flow, to, msim_source_of_register(flow, msim_flags_register()));
}

struct msim_flow_value msim_flags_value(struct msim_flow *flow, UInt flags)
{
    struct msim_flow_value value = msim_value_empty(flow);
    msim_flags_add(flow, &value, flags);
    if (value.leaves < 2)
        value.source = value.leaves ? value.leaf[0] : MSIM_OP_READY;
    return value;
}

static void set_register(struct msim_flow *flow, Int reg, uint16_t source)
{
    flow->reg[reg] = msim_value_of(flow, source);
    flow->put[reg] = True;
}

void msim_flags_set(struct msim_flow *flow, UInt flags, uint16_t source)
{
    if (flags & MSIM_CARRY)
        set_register(flow, msim_carry_register(), source);
    if (flags & MSIM_OTHER_FLAGS)
        set_register(flow, msim_flags_register(), source);
}

enum { NEITHER, INTEGER, VECTOR };

static UInt domain_of_register(UInt reg)
{
    return reg >= MSIM_FLOW_SCRATCH || msim_register_is_flags((Int)reg) ? NEITHER
           : msim_register_is_vector((Int)reg)                          ? VECTOR
                                                                        : INTEGER;
}

/* That of the register to which something was moved. */
static UInt domain_of_moved(const struct msim_flow *flow, uint16_t source)
{
    for (UInt reg = 0; reg < MSIM_FLOW_SCRATCH; reg++)
        if (flow->put[reg] && flow->reg[reg].source == source)
            return domain_of_register(reg);
    return NEITHER;
}

/* Whether registers of integers or of vectors have it. */
static UInt domain_of(struct msim_flow *flow, uint16_t source)
{
    if (source < MSIM_REGISTERS)
        return domain_of_register(source);
    switch (msim_source_is_op(source) ? msim_flow_op(flow, source)->class : MSIM_OP_JOIN) {
    case MSIM_OP_SIMPLE:
    case MSIM_OP_SHIFT:
    case MSIM_OP_SELECT:
    case MSIM_OP_ADDRESS:
    case MSIM_OP_COUNT:
    case MSIM_OP_CONSTANT:
    case MSIM_OP_SCALED:
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
    case MSIM_OP_VECTOR_LOAD_INDEXED:
        return VECTOR;
    case MSIM_OP_LOAD:
    case MSIM_OP_LOAD_INDEXED:
        return msim_source_is_own(flow, source) ? NEITHER : INTEGER;
    case MSIM_OP_CONVERT:
    case MSIM_OP_MOVE:
        return domain_of_moved(flow, source);
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
    if (reg == MSIM_STACK_REGISTER && flow->coded.moves_stack)
        return MSIM_OP_JOIN;
    return flow->coded.moves || crosses(flow, value, reg) ? MSIM_OP_MOVE
           : msim_register_is_vector(reg)                 ? MSIM_OP_VECTOR
                                                          : msim_value_class(value);
}

/* A load of integers goes into a vector register at once. */
static void load_vector(struct msim_flow *flow, uint16_t source)
{
    if (!msim_source_is_own(flow, source))
        return;
    struct msim_operation *op = msim_flow_op(flow, source);
    if (op->class == MSIM_OP_LOAD)
        op->class = MSIM_OP_VECTOR_LOAD;
    else if (op->class == MSIM_OP_LOAD_INDEXED)
        op->class = MSIM_OP_VECTOR_LOAD_INDEXED;
}

/* What another register or a load has, as it is: only what copies brings it here for nothing. */
static Bool is_brought(struct msim_flow *flow, const struct msim_flow_value *value, Int reg)
{
    return !flow->coded.copies && value->source != MSIM_FLOW_UNMADE &&
           value->source != MSIM_OP_READY && !msim_source_is_own(flow, value->source) &&
           !(reg == MSIM_STACK_REGISTER && flow->coded.moves_stack);
}

/* VEX takes what goes through a register of vectors and back from where it came from: the move back
 * waits for the other one. */
static void move_back(struct msim_flow *flow, struct msim_flow_value *value)
{
    uint16_t source = value->leaf[0];
    value->source = MSIM_FLOW_UNMADE;
    UInt sources = flow->ops.sources;
    for (UInt i = flow->ops.ops; i-- > 0 && value->leaves == 1;) {
        sources -= flow->op[i].sources + flow->op[i].data;
        if (flow->op[i].class == MSIM_OP_MOVE && flow->op[i].sources == 1 &&
            flow->source[sources] == source) {
            value->leaf[0] = (uint16_t)(MSIM_REGISTERS + i);
            return;
        }
    }
}

/* A part of a register of integers is written: the rest stays. */
static void keep_rest(struct msim_flow *flow, struct msim_flow_value *value, Int reg)
{
    uint16_t before = msim_source_of_register(flow, reg);
    Bool own = msim_source_is_own(flow, value->source) &&
               !msim_op_loads(msim_flow_op(flow, value->source)->class);
    if (value->source != MSIM_FLOW_UNMADE) {
        *value = msim_value_of(flow, value->source);
        value->source = MSIM_FLOW_UNMADE;
    }
    msim_value_add_leaf(flow, value, before);
    msim_value_make(flow, value, own ? MSIM_OP_JOIN : MSIM_OP_SIMPLE);
}

/* A part of a register of vectors is. */
static void write_part(struct msim_flow *flow, Int reg, UInt first, UInt bytes)
{
    if (flow->part.reg != reg) {
        flow->part.reg = reg;
        flow->part.written = 0;
        flow->part.before = msim_source_of_register(flow, reg);
    }
    if (first < 16)
        flow->part.written |= (bytes < 16 ? (1u << bytes) - 1 : 0xffff) << first;
}

static void join_put(struct msim_flow *flow, struct msim_flow_value *value, Int reg)
{
    struct msim_flow_value both = msim_value_empty(flow);
    if (!flow->put[reg] || flow->put_in[reg] != flow->instr)
        return;
    msim_value_add_leaf(flow, &both, flow->reg[reg].source);
    msim_value_add_leaf(flow, &both, value->source);
    msim_value_make(flow, &both, MSIM_OP_JOIN);
    value->source = both.source;
}

void msim_value_put(struct msim_flow *flow, Int offset, UInt bytes, struct msim_flow_value value)
{
    Int reg = msim_register_at(offset);
    if (reg < 0 || msim_register_is_flags(reg))
        return;
    Bool vector = msim_register_is_vector(reg);
    if (flow->coded.tests_bit && value.source == msim_source_of_register(flow, reg))
        return;
    if (value.instr != flow->instr && value.source == MSIM_FLOW_UNMADE)
        value.instr = flow->instr;
    else if (value.instr != flow->instr && value.source != MSIM_OP_READY)
        value = msim_value_of(flow, value.source);
    if (crosses(flow, &value, reg) || is_brought(flow, &value, reg))
        value.source = MSIM_FLOW_UNMADE;
    if (flow->coded.moves && !vector && !msim_source_is_own(flow, value.source))
        move_back(flow, &value);
    if (vector && flow->coded.class == MSIM_OP_VECTOR && bytes)
        write_part(flow, reg, (UInt)offset - (UInt)reg * 8, bytes);
    if (!vector && (bytes == 1 || bytes == 2))
        keep_rest(flow, &value, reg);
    msim_value_make(flow, &value, class_into(flow, &value, reg));
    if (vector)
        load_vector(flow, value.source);
    join_put(flow, &value, reg);
    flow->reg[reg] = value;
    flow->put[reg] = True;
    flow->put_in[reg] = flow->instr;
}
