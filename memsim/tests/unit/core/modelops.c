/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How each class of operations runs, for the model. */
#include "model.h"

bool model_is_load(const struct msim_operation *op)
{
    return op->class == MSIM_OP_LOAD || op->class == MSIM_OP_VECTOR_LOAD ||
           op->class == MSIM_OP_LOAD_INDEXED || op->class == MSIM_OP_VECTOR_LOAD_INDEXED;
}

struct model_base model_base_of(const struct msim_ops *ops, unsigned op, bool stack)
{
    const uint16_t *source = ops->source;
    for (unsigned i = 0; i < op; i++)
        source += ops->op[i].sources + ops->op[i].data;
    if (ops->op[op].sources != 1)
        return (struct model_base){0, false};
    if (*source < MSIM_REGISTERS)
        return (struct model_base){*source + 1u, *source == MSIM_STACK_REGISTER};
    unsigned by = *source - MSIM_REGISTERS;
    bool computes = !model_is_load(&ops->op[by]) && !msim_op_stores(ops->op[by].class) &&
                    !msim_op_hints(ops->op[by].class) && ops->op[by].class != MSIM_OP_BRANCH;
    return (struct model_base){0, computes && !stack && model_base_of(ops, by, stack).is_stack};
}

bool model_is_free(const struct msim_core *core, const struct msim_operation *op)
{
    return op->class == MSIM_OP_JOIN || (op->class == MSIM_OP_CONSTANT && core->constants);
}

/* True: another operation of the load's instruction, which stores nothing, computes from it. */
bool model_is_operand(const struct msim_core *core, const struct msim_ops *ops,
                      const struct msim_operation *load, bool selects)
{
    const uint16_t *source = ops->source;
    bool computes = false;
    for (unsigned i = 0; i < ops->ops; i++) {
        const struct msim_operation *op = &ops->op[i];
        bool here = op->instr == load->instr;
        if (here && msim_op_stores(op->class))
            return false;
        if (here && op > load && !model_is_free(core, op) && op->class != MSIM_OP_BRANCH &&
            (selects || op->class != MSIM_OP_SELECT) && !model_is_load(op) &&
            !msim_op_hints(op->class))
            for (unsigned k = 0; k < op->sources; k++)
                computes |= source[k] == MSIM_REGISTERS + (load - ops->op);
        source += op->sources + op->data;
    }
    return computes;
}

uint32_t model_more_of(const struct msim_core *core, const struct msim_operation *op)
{
    uint32_t more = core->vector_load > core->load ? core->vector_load - core->load : 0;
    switch (op->class) {
    case MSIM_OP_VECTOR_LOAD:
        return more;
    case MSIM_OP_LOAD_INDEXED:
        return core->load_indexed;
    case MSIM_OP_VECTOR_LOAD_INDEXED:
        return more + core->load_indexed;
    default:
        return 0;
    }
}

enum msim_port_group model_ports_of(const struct msim_core *core, const struct msim_operation *op)
{
    if (model_is_free(core, op))
        return MSIM_PORTS_NONE;
    switch (op->class) {
    case MSIM_OP_COUNT:
        return core->count_bits > core->simple ? MSIM_PORTS_MULTIPLY : MSIM_PORTS_SIMPLE;
    case MSIM_OP_DIVIDE:
        return MSIM_PORTS_DIVIDE;
    case MSIM_OP_MULTIPLY:
        return MSIM_PORTS_MULTIPLY;
    case MSIM_OP_ADDRESS:
        return core->address_simple ? MSIM_PORTS_SIMPLE : MSIM_PORTS_MULTIPLY;
    case MSIM_OP_SHIFT:
        return core->shift_ports ? MSIM_PORTS_SHIFT : MSIM_PORTS_BRANCH;
    case MSIM_OP_SELECT:
        return core->select_ports ? MSIM_PORTS_SELECT : MSIM_PORTS_BRANCH;
    case MSIM_OP_VECTOR:
        return MSIM_PORTS_VECTOR;
    case MSIM_OP_VECTOR_MULTIPLY:
    case MSIM_OP_FLOAT_MULTIPLY:
    case MSIM_OP_FLOAT_FUSED:
        return MSIM_PORTS_FLOAT_MULTIPLY;
    case MSIM_OP_FLOAT_DIVIDE:
    case MSIM_OP_FLOAT_ROOT:
        return MSIM_PORTS_FLOAT_DIVIDE;
    case MSIM_OP_FLOAT_ADD:
        return MSIM_PORTS_FLOAT_ADD;
    case MSIM_OP_CONVERT:
    case MSIM_OP_MOVE:
        return MSIM_PORTS_MOVE;
    case MSIM_OP_LOAD:
    case MSIM_OP_LOAD_INDEXED:
    case MSIM_OP_HINT:
    case MSIM_OP_HINT_L2:
        return MSIM_PORTS_LOAD;
    case MSIM_OP_VECTOR_LOAD:
    case MSIM_OP_VECTOR_LOAD_INDEXED:
        return MSIM_PORTS_VECTOR_LOAD;
    case MSIM_OP_STORE:
    case MSIM_OP_STORE_PAST:
        return MSIM_PORTS_STORE;
    case MSIM_OP_VECTOR_STORE:
        return core->vector_store_ports ? MSIM_PORTS_VECTOR_STORE : MSIM_PORTS_STORE;
    case MSIM_OP_BRANCH:
        return MSIM_PORTS_BRANCH;
    default:
        return MSIM_PORTS_SIMPLE;
    }
}

static bool is_access(enum msim_port_group ports)
{
    return ports == MSIM_PORTS_LOAD || ports == MSIM_PORTS_VECTOR_LOAD ||
           ports == MSIM_PORTS_STORE || ports == MSIM_PORTS_VECTOR_STORE;
}

static bool is_of_vectors(enum msim_port_group ports)
{
    return ports == MSIM_PORTS_VECTOR || ports == MSIM_PORTS_FLOAT_ADD ||
           ports == MSIM_PORTS_FLOAT_MULTIPLY || ports == MSIM_PORTS_FLOAT_DIVIDE ||
           ports == MSIM_PORTS_MOVE;
}

enum msim_port_group model_whole_of(const struct msim_core *core, const struct msim_operation *op,
                                    uint32_t *units)
{
    enum msim_port_group ports = model_ports_of(core, op);
    *units = op->class == MSIM_OP_MULTIPLY ? core->multiply_simple
             : op->class == MSIM_OP_BRANCH ? core->branch_simple
                                           : 1;
    if (is_of_vectors(ports))
        return ports == MSIM_PORTS_VECTOR ? MSIM_PORTS_NONE : MSIM_PORTS_VECTOR;
    if (is_access(ports) && core->access_ports)
        return MSIM_PORTS_ACCESS;
    if (is_access(ports))
        return ports == MSIM_PORTS_VECTOR_LOAD    ? MSIM_PORTS_LOAD
               : ports == MSIM_PORTS_VECTOR_STORE ? MSIM_PORTS_STORE
                                                  : MSIM_PORTS_NONE;
    bool of_integers = ports == MSIM_PORTS_MULTIPLY || ports == MSIM_PORTS_DIVIDE ||
                       ports == MSIM_PORTS_SHIFT || ports == MSIM_PORTS_SELECT ||
                       ports == MSIM_PORTS_BRANCH;
    return of_integers && *units ? MSIM_PORTS_SIMPLE : MSIM_PORTS_NONE;
}

enum msim_queue_kind model_queue_of(const struct msim_core *core, const struct msim_operation *op)
{
    enum msim_port_group ports = model_ports_of(core, op);
    if (is_access(ports))
        return core->address_queue ? MSIM_QUEUE_ADDRESS : MSIM_QUEUE_INTEGER;
    return is_of_vectors(ports) ? MSIM_QUEUE_VECTOR : MSIM_QUEUE_INTEGER;
}

uint32_t model_busy_of(const struct msim_core *core, const struct msim_operation *op)
{
    return op->class == MSIM_OP_DIVIDE         ? core->divide_busy
           : op->class == MSIM_OP_FLOAT_DIVIDE ? core->float_divide_busy
           : op->class == MSIM_OP_FLOAT_ROOT   ? core->float_root_busy
           : op->class == MSIM_OP_ADDRESS      ? (core->address_simple ? core->address_simple : 1)
                                               : 1;
}

uint32_t model_latency_of(const struct msim_core *core, const struct msim_operation *op)
{
    const uint32_t latency[MSIM_OP_CLASSES] = {[MSIM_OP_SIMPLE] = core->simple,
                                               [MSIM_OP_SHIFT] = core->simple,
                                               [MSIM_OP_SELECT] = core->simple,
                                               [MSIM_OP_ADDRESS] = core->address,
                                               [MSIM_OP_SCALED] = core->scaled,
                                               [MSIM_OP_COUNT] = core->count_bits,
                                               [MSIM_OP_CONSTANT] =
                                                   core->constants ? 0 : core->simple,
                                               [MSIM_OP_MULTIPLY] = core->multiply,
                                               [MSIM_OP_DIVIDE] = core->divide,
                                               [MSIM_OP_VECTOR] = core->vector,
                                               [MSIM_OP_VECTOR_MULTIPLY] = core->vector_multiply,
                                               [MSIM_OP_FLOAT_ADD] = core->float_add,
                                               [MSIM_OP_FLOAT_MULTIPLY] = core->float_multiply,
                                               [MSIM_OP_FLOAT_FUSED] = core->float_fused,
                                               [MSIM_OP_FLOAT_DIVIDE] = core->float_divide,
                                               [MSIM_OP_FLOAT_ROOT] = core->float_root,
                                               [MSIM_OP_CONVERT] = core->convert,
                                               [MSIM_OP_MOVE] = core->move,
                                               [MSIM_OP_BRANCH] = 1,
                                               [MSIM_OP_HINT] = 1,
                                               [MSIM_OP_HINT_L2] = 1,
                                               [MSIM_OP_OTHER] = core->other};
    return latency[op->class];
}
