/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table and the plans of plan.h. */
#include "plan.h"

/* What a machine has no group of units for runs with branches. */
static enum msim_port_group group_or_branch(enum msim_port_group group, uint32_t ports)
{
    return ports ? group : MSIM_PORTS_BRANCH;
}

static struct msim_running integer(enum msim_port_group ports, uint32_t latency, uint32_t simple)
{
    return (struct msim_running){
        ports, latency, 1, MSIM_QUEUE_INTEGER, simple ? MSIM_PORTS_SIMPLE : MSIM_PORTS_NONE,
        simple};
}

static void integers_init(struct msim_running *to, const struct msim_core *core)
{
    enum msim_port_group shift = group_or_branch(MSIM_PORTS_SHIFT, core->shift_ports);
    enum msim_port_group select = group_or_branch(MSIM_PORTS_SELECT, core->select_ports);
    to[MSIM_OP_JOIN] = integer(MSIM_PORTS_NONE, 0, 0);
    to[MSIM_OP_SIMPLE] = integer(MSIM_PORTS_SIMPLE, core->simple, 0);
    to[MSIM_OP_OTHER] = integer(MSIM_PORTS_SIMPLE, core->other, 0);
    to[MSIM_OP_SHIFT] = integer(shift, core->simple, 1);
    to[MSIM_OP_SELECT] = integer(select, core->simple, 1);
    to[MSIM_OP_ADDRESS] = integer(MSIM_PORTS_MULTIPLY, core->address, 1);
    if (core->address_simple) {
        to[MSIM_OP_ADDRESS] = integer(MSIM_PORTS_SIMPLE, core->address, 0);
        to[MSIM_OP_ADDRESS].busy = core->address_simple;
    }
    to[MSIM_OP_SCALED] = integer(MSIM_PORTS_SIMPLE, core->scaled, 0);
    to[MSIM_OP_CONSTANT] = core->constants ? to[MSIM_OP_JOIN] : to[MSIM_OP_SIMPLE];
    to[MSIM_OP_COUNT] = core->count_bits > core->simple
                            ? integer(MSIM_PORTS_MULTIPLY, core->count_bits, 1)
                            : integer(MSIM_PORTS_SIMPLE, core->count_bits, 0);
    to[MSIM_OP_MULTIPLY] = integer(MSIM_PORTS_MULTIPLY, core->multiply, core->multiply_simple);
    to[MSIM_OP_DIVIDE] = integer(MSIM_PORTS_DIVIDE, core->divide, 1);
    to[MSIM_OP_DIVIDE].busy = core->divide_busy;
    to[MSIM_OP_BRANCH] = integer(MSIM_PORTS_BRANCH, 1, core->branch_simple);
}

static struct msim_running of_vectors(enum msim_port_group ports, uint32_t latency, uint32_t busy)
{
    bool part = ports != MSIM_PORTS_VECTOR;
    return (struct msim_running){
        ports, latency, busy, MSIM_QUEUE_VECTOR, part ? MSIM_PORTS_VECTOR : MSIM_PORTS_NONE, part};
}

static void vectors_init(struct msim_running *to, const struct msim_core *core)
{
    enum msim_port_group add = MSIM_PORTS_FLOAT_ADD, multiply = MSIM_PORTS_FLOAT_MULTIPLY,
                         divide = MSIM_PORTS_FLOAT_DIVIDE;
    to[MSIM_OP_VECTOR] = of_vectors(MSIM_PORTS_VECTOR, core->vector, 1);
    to[MSIM_OP_VECTOR_MULTIPLY] = of_vectors(multiply, core->vector_multiply, 1);
    to[MSIM_OP_FLOAT_ADD] = of_vectors(add, core->float_add, 1);
    to[MSIM_OP_FLOAT_MULTIPLY] = of_vectors(multiply, core->float_multiply, 1);
    to[MSIM_OP_FLOAT_FUSED] = of_vectors(multiply, core->float_fused, 1);
    to[MSIM_OP_FLOAT_DIVIDE] = of_vectors(divide, core->float_divide, core->float_divide_busy);
    to[MSIM_OP_FLOAT_ROOT] = of_vectors(divide, core->float_root, core->float_root_busy);
    to[MSIM_OP_CONVERT] = of_vectors(MSIM_PORTS_MOVE, core->convert, 1);
    to[MSIM_OP_MOVE] = of_vectors(MSIM_PORTS_MOVE, core->move, 1);
}

/* A load or store, which takes one of all that such have, if they are counted together; else one of
 * vectors takes one of `others`. */
static struct msim_running access(const struct msim_core *core, enum msim_port_group ports,
                                  enum msim_port_group others, uint32_t latency)
{
    enum msim_queue_kind queue = core->address_queue ? MSIM_QUEUE_ADDRESS : MSIM_QUEUE_INTEGER;
    enum msim_port_group whole = core->access_ports ? MSIM_PORTS_ACCESS
                                 : ports != others  ? others
                                                    : MSIM_PORTS_NONE;
    return (struct msim_running){ports, latency, 1, queue, whole, whole != MSIM_PORTS_NONE};
}

static void accesses_init(struct msim_running *to, const struct msim_core *core)
{
    enum msim_port_group vector =
        core->vector_store_ports ? MSIM_PORTS_VECTOR_STORE : MSIM_PORTS_STORE;
    to[MSIM_OP_LOAD] = access(core, MSIM_PORTS_LOAD, MSIM_PORTS_LOAD, core->load);
    to[MSIM_OP_VECTOR_LOAD] =
        access(core, MSIM_PORTS_VECTOR_LOAD, MSIM_PORTS_LOAD, core->vector_load);
    to[MSIM_OP_STORE] = access(core, MSIM_PORTS_STORE, MSIM_PORTS_STORE, 1);
    to[MSIM_OP_VECTOR_STORE] = access(core, vector, MSIM_PORTS_STORE, 1);
    to[MSIM_OP_HINT] = access(core, MSIM_PORTS_LOAD, MSIM_PORTS_LOAD, 1);
    to[MSIM_OP_LOAD_INDEXED] = to[MSIM_OP_LOAD];
    to[MSIM_OP_VECTOR_LOAD_INDEXED] = to[MSIM_OP_VECTOR_LOAD];
    to[MSIM_OP_STORE_PAST] = to[MSIM_OP_STORE];
    to[MSIM_OP_HINT_L2] = to[MSIM_OP_HINT];
}

void msim_running_init(struct msim_running *to, const struct msim_core *core)
{
    integers_init(to, core);
    vectors_init(to, core);
    accesses_init(to, core);
}

static void plan_access(struct msim_act *act, const struct msim_segment *segment,
                        const struct msim_operation *op)
{
    if (op->access >= segment->accesses_used)
        return;
    const struct msim_access *access = &segment->accesses[op->access];
    act->word = access->word;
    act->maybe = access->maybe;
    act->size = access->size;
    act->offset = access->offset;
}

/* The source is the stack pointer, or what the segment has added to that. */
static bool is_stack(const struct msim_act *acts, uint16_t source)
{
    if (source < MSIM_REGISTERS || source == MSIM_OP_READY)
        return source == MSIM_STACK_REGISTER;
    const struct msim_act *of = &acts[source - MSIM_REGISTERS];
    return of->kind == MSIM_ACT_OTHER && of->by_stack;
}

static void plan_sources(struct msim_act *acts, struct msim_act *act,
                         const struct msim_operation *op, const uint16_t *source)
{
    for (unsigned i = 0; i < MSIM_ACT_SOURCES; i++)
        act->source[i] = i < op->sources ? source[i] : MSIM_AT_ONCE;
    act->datum = op->data ? source[op->sources] : MSIM_AT_ONCE;
    act->base = op->sources == 1 && source[0] < MSIM_REGISTERS ? (uint16_t)(source[0] + 1) : 0;
    act->by_stack = op->sources == 1 && is_stack(acts, source[0]);
}

static void plan_act(struct msim_act *act, const struct msim_core *core,
                     const struct msim_running *running, const struct msim_segment *segment,
                     const struct msim_operation *op)
{
    *act = (struct msim_act){.ports = (uint8_t)running->ports,
                             .whole = (uint8_t)running->whole,
                             .queue = (uint8_t)running->queue,
                             .sources = op->sources,
                             .data = op->data,
                             .vector = msim_op_is_of_vectors(op->class),
                             .latency = (uint16_t)running->latency,
                             .busy = (uint16_t)running->busy,
                             .whole_busy = (uint16_t)running->whole_busy,
                             .load = segment->address + op->instr};
    if (msim_op_loads(op->class)) {
        act->kind = MSIM_ACT_LOAD;
        if (msim_op_loads_vector(op->class) && core->vector_load > core->load)
            act->more = (uint16_t)(core->vector_load - core->load);
        if (msim_op_is_indexed(op->class))
            act->more += (uint16_t)core->load_indexed;
        plan_access(act, segment, op);
    } else if (msim_op_stores(op->class)) {
        act->kind = MSIM_ACT_STORE;
        act->past = op->class == MSIM_OP_STORE_PAST;
        plan_access(act, segment, op);
    } else if (op->class == MSIM_OP_BRANCH) {
        act->kind = MSIM_ACT_BRANCH;
    } else if (msim_op_hints(op->class)) {
        act->kind = MSIM_ACT_HINT;
        act->first = op->class == MSIM_OP_HINT;
        act->word = (uint8_t)op->access;
    }
}

/* Adds what an operation needs of its instruction's places. */
static void count(struct msim_planned_step *step, const struct msim_act *act)
{
    step->acts++;
    step->loads += act->kind == MSIM_ACT_LOAD;
    step->stores += act->kind == MSIM_ACT_STORE;
    step->computes += act->kind == MSIM_ACT_OTHER && act->queue == MSIM_QUEUE_INTEGER &&
                      act->ports != MSIM_PORTS_NONE;
    step->waiting[act->queue] += act->ports != MSIM_PORTS_NONE;
}

/* An operation of an instruction whose first one is number `first` takes its loads as operands; one
 * that selects has loads of their own. */
static void mark_operands(struct msim_act *acts, unsigned first, const struct msim_act *act,
                          const uint16_t *source, bool selects)
{
    if (act->kind != MSIM_ACT_OTHER || act->ports == MSIM_PORTS_NONE || selects)
        return;
    for (unsigned i = 0; i < act->sources; i++)
        if (source[i] >= MSIM_REGISTERS + first && &acts[source[i] - MSIM_REGISTERS] < act)
            acts[source[i] - MSIM_REGISTERS].operand = true;
}

static void plan_results(struct msim_planned *plan, struct msim_arena *arena,
                         const struct msim_ops *ops)
{
    struct msim_op_result *result = msim_arena_get(arena, ops->results * sizeof *result);
    plan->result = result;
    for (unsigned i = 0; i < ops->results; i++) {
        result[i] = ops->result[i];
        if (result[i].source == MSIM_OP_READY)
            result[i].source = MSIM_AT_ONCE;
        plan->copies |= result[i].source < MSIM_REGISTERS;
    }
}

void msim_plan_segment(struct msim_planned *plan, struct msim_arena *arena,
                       const struct msim_core *core, const struct msim_running *running,
                       const struct msim_segment *segment)
{
    const struct msim_ops *ops = segment->ops;
    struct msim_planned_step *steps = msim_arena_get(arena, segment->instrs_used * sizeof *steps);
    struct msim_act *acts = msim_arena_get(arena, ops->ops * sizeof *acts);
    uint64_t address = segment->address;
    const uint16_t *source = ops->source;
    unsigned op = 0;
    *plan = (struct msim_planned){.segment = segment,
                                  .step = steps,
                                  .act = acts,
                                  .address = address,
                                  .last = address,
                                  .begun = (uint8_t)(segment->instrs_used - segment->continued),
                                  .end = ops->end,
                                  .indirect = ops->indirect,
                                  .repeats = ops->repeats,
                                  .continued = segment->continued};
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        const struct msim_instr *instr = &segment->instrs[i];
        bool joined =
            (segment->continued && i == 0) || (ops->fused && i + 1 == segment->instrs_used);
        steps[i] = (struct msim_planned_step){.site = instr->site,
                                              .offset = (uint32_t)(address - segment->address),
                                              .how = (uint8_t)instr->how,
                                              .slot = !joined};
        unsigned first = op;
        for (; op < ops->ops && ops->op[op].instr <= i; op++) {
            plan_act(&acts[op], core, &running[ops->op[op].class], segment, &ops->op[op]);
            plan_sources(acts, &acts[op], &ops->op[op], source);
            mark_operands(acts, first, &acts[op], source, ops->op[op].class == MSIM_OP_SELECT);
            source += ops->op[op].sources + ops->op[op].data;
            count(&steps[i], &acts[op]);
            plan->accesses += msim_act_accesses(&acts[op]) && plan->accesses < UINT8_MAX;
        }
        for (; steps[i].stores && first < op; first++)
            acts[first].operand = false;
        plan->last = address;
        plan->site = instr->site;
        address += instr->length;
    }
    plan->next = address;
    plan_results(plan, arena, ops);
}
