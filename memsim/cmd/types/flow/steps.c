/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What instructions do to values; see flow.h. */
#include "engine/base/sort.h"
#include "flow.h"

enum { WORD = 8, HALF = 4 };

static const struct msim_value unknown = {.kind = MSIM_VALUE_UNKNOWN};

/* --- debugging information
 * ------------------------------------------------------------------------ */

/* What the code did may be more than what is declared: a part of something larger.  A type that
 * says nothing of what it holds does not replace one that does. */
static struct msim_value improved(const struct msim_value *known, const struct msim_value *said)
{
    if (said->kind != MSIM_VALUE_POINTER)
        return known->kind == MSIM_VALUE_UNKNOWN ? *said : *known;
    if (known->kind == MSIM_VALUE_FRAME)
        return *known;
    if (known->kind == MSIM_VALUE_NUMBER && !known->step && known->at)
        return *known;
    if (known->kind != MSIM_VALUE_POINTER || known->type == said->type)
        return *said;
    if (said->type->kind == MSIM_TYPE_BASE && said->type->bytes == 1)
        return *known;
    const struct msim_type *type = known->type;
    struct msim_value place = *known;
    place.at -= said->at;
    if (place.step && (!type->bytes || place.step % type->bytes))
        return *said;
    if (place.step)
        place.at = (int64_t)((uint64_t)place.at % type->bytes);
    return place.at >= 0 && msim_part_is(type, (uint64_t)place.at, said->type) ? *known : *said;
}

/* A value from here.  What an earlier one from here was copied to is not the same. */
static struct msim_value nameless(struct msim_state *state, const struct msim_step *step)
{
    const struct msim_value value = {.kind = MSIM_VALUE_UNKNOWN, .at = (int64_t)step->address};
    for (unsigned i = 0; i < MSIM_REGISTERS; i++)
        if (msim_value_same(&state->reg[i], &value))
            state->reg[i] = unknown;
    for (unsigned i = 0; i < state->slots;)
        if (msim_value_same(&state->slot[i].value, &value))
            state->slot[i] = state->slot[--state->slots];
        else
            i++;
    return value;
}

/* What is learned of a value is true of all its copies. */
static void replace(struct msim_state *state, struct msim_value *value,
                    const struct msim_value *learned)
{
    const struct msim_value old = *value;
    *value = *learned;
    if (old.kind != MSIM_VALUE_UNKNOWN || !old.at)
        return;
    for (unsigned i = 0; i < MSIM_REGISTERS; i++)
        if (msim_value_same(&state->reg[i], &old))
            state->reg[i] = *learned;
    for (unsigned i = 0; i < state->slots; i++)
        if (msim_value_same(&state->slot[i].value, &old))
            state->slot[i].value = *learned;
}

void msim_flow_assume(const struct msim_flow_work *work, struct msim_state *state,
                      const struct msim_step *step)
{
    for (uint32_t i = 0; i < step->fact_count; i++) {
        const struct msim_flow_fact *fact = &work->facts.fact[work->fact[step->facts + i]];
        struct msim_value *value = &state->reg[fact->reg];
        const struct msim_value better = improved(value, &fact->value);
        replace(state, value, &better);
    }
    if (step->has_cfa)
        state->reg[step->cfa_register] =
            (struct msim_value){.kind = MSIM_VALUE_FRAME, .at = -step->cfa_offset};
}

/* The variable on the stack that has the byte, `offset` from the CFA; NULL: none is known. */
static const struct msim_frame_fact *frame_variable(const struct msim_flow_work *work,
                                                    const struct msim_step *step, int64_t offset,
                                                    int64_t *start)
{
    const struct msim_facts *facts = &work->facts;
    const struct msim_frame_fact *found = NULL;
    bool is_known =
        facts->base_is_cfa || (step->has_cfa && step->cfa_register == facts->base_register);
    if (!facts->has_base || !is_known)
        return NULL;
    int64_t base = facts->base_is_cfa ? 0 : -step->cfa_offset;
    for (size_t i = 0; i < facts->frames; i++) {
        const struct msim_frame_fact *fact = &facts->frame[i];
        int64_t from = (int64_t)((uint64_t)base + (uint64_t)fact->offset);
        if (step->address < fact->low || step->address >= fact->high || offset < from ||
            (uint64_t)offset - (uint64_t)from >= fact->type->bytes ||
            (found && found->depth >= fact->depth))
            continue;
        found = fact;
        *start = from;
    }
    return found;
}

/* --- operands
 * ------------------------------------------------------------------------------------- */

static struct msim_value register_value(const struct msim_state *state,
                                        const struct msim_step *step, unsigned reg)
{
    if (reg == MSIM_RIP)
        return msim_value_exactly((int64_t)(step->address + step->code.length));
    return reg < MSIM_REGISTERS ? state->reg[reg] : msim_value_exactly(0);
}

struct msim_value msim_flow_address(const struct msim_state *state, const struct msim_step *step,
                                    const struct msim_code_operand *operand)
{
    struct msim_value base = register_value(state, step, operand->base);
    struct msim_value index = register_value(state, step, operand->index);
    struct msim_value distance = msim_value_exactly(operand->number);
    if (operand->has_segment)
        return unknown;
    if (operand->index != MSIM_NO_REGISTER) {
        index = msim_value_times(&index, operand->scale ? operand->scale : 1);
        base = operand->base == MSIM_NO_REGISTER ? index : msim_value_add(&base, &index);
    }
    return msim_value_add(&base, &distance);
}

bool msim_flow_place(const struct msim_flow_work *work, const struct msim_step *step,
                     const struct msim_value *address, struct msim_operand_type *place)
{
    const struct msim_type *type = address->type;
    int64_t at = address->at;
    if (address->kind == MSIM_VALUE_FRAME) {
        int64_t start;
        const struct msim_frame_fact *fact = frame_variable(work, step, at, &start);
        type = fact ? fact->type : NULL;
        at -= fact ? start : 0;
    } else if (address->kind == MSIM_VALUE_NUMBER) {
        uint64_t start;
        type = at && address->step != 1
                   ? msim_debug_variable_type(work->debug, (uint64_t)at, &start)
                   : NULL;
        at -= type ? (int64_t)start : 0;
    } else if (address->kind != MSIM_VALUE_POINTER) {
        return false;
    }
    if (!type || type->plain->kind == MSIM_TYPE_OTHER || type->plain->kind == MSIM_TYPE_FUNCTION)
        return false;
    *place = (struct msim_operand_type){type->plain, at, address->step};
    return true;
}

/* The type of the scalar at the place of a memory operand; NULL: unknown. */
static const struct msim_type *scalar_at(const struct msim_flow_work *work,
                                         const struct msim_step *step,
                                         const struct msim_value *address, unsigned bytes)
{
    struct msim_operand_type place;
    if (!msim_flow_place(work, step, address, &place))
        return NULL;
    int64_t at = place.displacement, size = (int64_t)place.type->bytes;
    if (place.stride && (size <= 0 || place.stride % (uint64_t)size))
        return msim_part_indexed(place.type, at, place.stride, bytes);
    /* An array of these, as pointers lead to. */
    if (place.stride)
        at = (at % size + size) % size;
    return at < 0 ? NULL : msim_part_scalar(place.type, (uint64_t)at, bytes);
}

/* What is in memory at the place of the operand. */
static struct msim_value loaded(const struct msim_flow_work *work, const struct msim_state *state,
                                const struct msim_step *step,
                                const struct msim_code_operand *operand)
{
    struct msim_value address = msim_flow_address(state, step, operand), found = unknown;
    if (operand->bytes < WORD)
        return msim_value_number();
    if (address.kind == MSIM_VALUE_FRAME && !address.step)
        for (unsigned i = 0; i < state->slots; i++)
            if (state->slot[i].at == address.at)
                return state->slot[i].value;
    found = msim_value_of(scalar_at(work, step, &address, operand->bytes));
    if (found.kind == MSIM_VALUE_UNKNOWN && address.kind == MSIM_VALUE_NUMBER &&
        address.step == WORD)
        return (struct msim_value){.kind = MSIM_VALUE_ADDRESS, .at = address.at};
    return found;
}

struct msim_value msim_flow_value(const struct msim_flow_work *work, const struct msim_state *state,
                                  const struct msim_step *step,
                                  const struct msim_code_operand *operand)
{
    if (operand->kind == MSIM_OPERAND_NUMBER)
        return msim_value_exactly(operand->number);
    if (operand->kind == MSIM_OPERAND_MEMORY)
        return loaded(work, state, step, operand);
    return operand->kind == MSIM_OPERAND_REGISTER ? state->reg[operand->reg] : unknown;
}

/* --- results
 * -------------------------------------------------------------------------------------- */

static void forget_slots(struct msim_state *state, int64_t at, unsigned bytes)
{
    for (unsigned i = 0; i < state->slots;)
        if (state->slot[i].at < at + (int64_t)bytes && at < state->slot[i].at + WORD)
            state->slot[i] = state->slot[--state->slots];
        else
            i++;
}

/* Slots of variables that others may write to are read by their types. */
static void store(const struct msim_flow_work *work, struct msim_state *state,
                  const struct msim_step *step, const struct msim_value *address, unsigned bytes,
                  const struct msim_value *value)
{
    int64_t start;
    if (address->kind != MSIM_VALUE_FRAME || address->step)
        return;
    forget_slots(state, address->at, bytes ? bytes : WORD * WORD);
    bool is_known = value->kind != MSIM_VALUE_UNKNOWN || value->at;
    if (bytes != WORD || !is_known || state->slots == MSIM_MOST_SLOTS)
        return;
    const struct msim_frame_fact *variable = frame_variable(work, step, address->at, &start);
    if (variable && variable->stays)
        return;
    state->slot[state->slots++] = (struct msim_stack_slot){address->at, *value};
}

static void put(const struct msim_flow_work *work, struct msim_state *state,
                const struct msim_step *step, const struct msim_code_operand *to,
                const struct msim_value *value)
{
    if (to->kind == MSIM_OPERAND_MEMORY) {
        struct msim_value address = msim_flow_address(state, step, to);
        store(work, state, step, &address, to->bytes, value);
    } else if (to->kind == MSIM_OPERAND_REGISTER) {
        struct msim_value cut = to->bytes == HALF ? msim_value_narrow(value) : *value;
        state->reg[to->reg] = to->bytes < HALF ? msim_value_number() : cut;
    }
}

static struct msim_value extended(const struct msim_flow_work *work, const struct msim_state *state,
                                  const struct msim_step *step,
                                  const struct msim_code_operand *from)
{
    struct msim_value address;
    if (from->kind == MSIM_OPERAND_REGISTER && from->bytes == HALF)
        return msim_value_narrow(&state->reg[from->reg]);
    if (from->kind == MSIM_OPERAND_MEMORY && from->bytes == HALF) {
        address = msim_flow_address(state, step, from);
        if (address.kind == MSIM_VALUE_NUMBER && address.step == HALF)
            return (struct msim_value){.kind = MSIM_VALUE_ENTRY, .at = address.at};
    }
    (void)work;
    return msim_value_number();
}

/* Only masks that clear the lowest bits say something. */
static struct msim_value masked(const struct msim_value *value, const struct msim_value *mask)
{
    if (value->kind != MSIM_VALUE_NUMBER && value->kind != MSIM_VALUE_UNKNOWN)
        return unknown;
    struct msim_value number = msim_value_number();
    if (mask->kind == MSIM_VALUE_NUMBER && !mask->step && mask->at)
        number.step = (uint64_t)mask->at & (0 - (uint64_t)mask->at);
    if (number.step > INT32_MAX)
        number.step = 1;
    return number;
}

static struct msim_value shifted(const struct msim_value *value, const struct msim_value *by)
{
    if (by->kind != MSIM_VALUE_NUMBER || by->step || by->at < 0 || by->at > 30)
        return msim_value_number();
    return msim_value_times(value, (int64_t)1 << by->at);
}

static struct msim_value multiplied(const struct msim_value *a, const struct msim_value *b)
{
    if (b->kind == MSIM_VALUE_NUMBER && !b->step)
        return msim_value_times(a, b->at);
    if (a->kind == MSIM_VALUE_NUMBER && !a->step)
        return msim_value_times(b, a->at);
    return msim_value_number();
}

/* --- calls
 * ---------------------------------------------------------------------------------------- */

static const struct msim_type *result_of(const struct msim_flow_work *work,
                                         const struct msim_state *state,
                                         const struct msim_step *step)
{
    const struct msim_facts *facts = &work->facts;
    uint64_t after = step->address + step->code.length;
    size_t from = msim_keys_below(facts->result, facts->results, sizeof *facts->result,
                                  offsetof(struct msim_return_fact, address), after);
    if (from < facts->results && facts->result[from].address == after)
        return facts->result[from].type;
    if (step->code.has_target)
        return msim_debug_result(work->debug, step->code.target);
    struct msim_value callee = msim_flow_value(work, state, step, &step->code.operand[0]);
    bool is_function = callee.kind == MSIM_VALUE_POINTER &&
                       callee.type->plain->kind == MSIM_TYPE_FUNCTION && !callee.at;
    return is_function ? msim_type_target(callee.type) : NULL;
}

static void call(const struct msim_flow_work *work, struct msim_state *state,
                 const struct msim_step *step)
{
    static const unsigned clobbered[] = {MSIM_RAX, MSIM_RDX, MSIM_RCX, MSIM_RSI, MSIM_RDI,
                                         8,        9,        10,       11};
    const struct msim_type *type = result_of(work, state, step);
    for (size_t i = 0; i < sizeof clobbered / sizeof *clobbered; i++)
        state->reg[clobbered[i]] = unknown;
    struct msim_value value = type && type->bytes <= WORD ? msim_value_of(type) : unknown;
    state->reg[MSIM_RAX] = value.kind == MSIM_VALUE_UNKNOWN ? nameless(state, step) : value;
}

/* --- instructions
 * --------------------------------------------------------------------------------- */

static void push(const struct msim_flow_work *work, struct msim_state *state,
                 const struct msim_step *step)
{
    struct msim_value value = msim_flow_value(work, state, step, &step->code.operand[0]);
    struct msim_value *top = &state->reg[MSIM_RSP];
    top->at -= WORD;
    store(work, state, step, top, WORD, &value);
}

static void pop(const struct msim_flow_work *work, struct msim_state *state,
                const struct msim_step *step, const struct msim_code_operand *to)
{
    const struct msim_code_operand top = {
        .kind = MSIM_OPERAND_MEMORY, .bytes = WORD, .base = MSIM_RSP, .index = MSIM_NO_REGISTER};
    struct msim_value value = loaded(work, state, step, &top);
    state->reg[MSIM_RSP].at += WORD;
    put(work, state, step, to, &value);
}

static void do_other(const struct msim_flow_work *work, struct msim_state *state,
                     const struct msim_step *step)
{
    const struct msim_decoded *code = &step->code;
    for (unsigned i = 0; i < MSIM_REGISTERS; i++)
        if (code->writes >> i & 1)
            state->reg[i] = unknown;
    if (!code->operands)
        return;
    struct msim_value value = code->operand[0].bytes == HALF ? msim_value_number() : unknown;
    bool is_written = code->operand[0].kind == MSIM_OPERAND_MEMORY ||
                      (code->operand[0].kind == MSIM_OPERAND_REGISTER &&
                       code->writes >> code->operand[0].reg & 1);
    if (is_written)
        put(work, state, step, &code->operand[0], &value);
}

/* What is stored where a pointer belongs is such a pointer: allocated memory has its type from
 * there. */
static void learn(const struct msim_flow_work *work, struct msim_state *state,
                  const struct msim_step *step)
{
    const struct msim_code_operand *to = &step->code.operand[0], *from = &step->code.operand[1];
    if (to->kind != MSIM_OPERAND_MEMORY || from->kind != MSIM_OPERAND_REGISTER ||
        from->bytes != WORD || state->reg[from->reg].kind != MSIM_VALUE_UNKNOWN)
        return;
    struct msim_value address = msim_flow_address(state, step, to);
    struct msim_value value = msim_value_of(scalar_at(work, step, &address, WORD));
    if (value.kind == MSIM_VALUE_POINTER)
        replace(state, &state->reg[from->reg], &value);
}

static void do_two(const struct msim_flow_work *work, struct msim_state *state,
                   const struct msim_step *step)
{
    const struct msim_code_operand *to = &step->code.operand[0],
                                   *from = &step->code.operand[step->code.operands - 1];
    struct msim_value old = msim_flow_value(work, state, step, to), value = unknown;
    struct msim_value other = msim_flow_value(work, state, step, from);
    switch (step->code.op) {
    case MSIM_OP_MOVE:
        value = other;
        if (value.kind == MSIM_VALUE_UNKNOWN && from->kind == MSIM_OPERAND_MEMORY && !value.at)
            value = nameless(state, step);
        break;
    case MSIM_OP_SIGN_EXTEND:
        value = extended(work, state, step, from);
        break;
    case MSIM_OP_ZERO_EXTEND:
        value = msim_value_number();
        break;
    case MSIM_OP_ADDRESS:
        value = msim_flow_address(state, step, from);
        break;
    case MSIM_OP_ADD:
        value = msim_value_add(&old, &other);
        break;
    case MSIM_OP_SUBTRACT:
        value = msim_value_subtract(&old, &other);
        break;
    case MSIM_OP_AND:
        value = masked(&old, &other);
        break;
    case MSIM_OP_SHIFT_LEFT:
        value = shifted(&old, &other);
        break;
    case MSIM_OP_MULTIPLY:
        if (step->code.operands > 2)
            old = msim_flow_value(work, state, step, &step->code.operand[1]);
        value = multiplied(&old, &other);
        break;
    case MSIM_OP_MOVE_IF:
        value = msim_value_join(&old, &other);
        break;
    default:
        break;
    }
    put(work, state, step, to, &value);
    if (step->code.op == MSIM_OP_MOVE)
        learn(work, state, step);
}

static void exchange(const struct msim_flow_work *work, struct msim_state *state,
                     const struct msim_step *step)
{
    const struct msim_code_operand *a = &step->code.operand[0], *b = &step->code.operand[1];
    struct msim_value one = msim_flow_value(work, state, step, a);
    struct msim_value other = msim_flow_value(work, state, step, b);
    put(work, state, step, a, &other);
    put(work, state, step, b, &one);
}

void msim_flow_do(const struct msim_flow_work *work, struct msim_state *state,
                  const struct msim_step *step)
{
    const struct msim_decoded *code = &step->code;
    switch (code->op) {
    case MSIM_OP_CLEAR:
        state->reg[code->operand[0].reg] = msim_value_exactly(0);
        break;
    case MSIM_OP_PUSH:
        push(work, state, step);
        break;
    case MSIM_OP_POP:
        pop(work, state, step, &code->operand[0]);
        break;
    case MSIM_OP_LEAVE: {
        const struct msim_code_operand frame = {
            .kind = MSIM_OPERAND_REGISTER, .bytes = WORD, .reg = MSIM_RBP};
        state->reg[MSIM_RSP] = state->reg[MSIM_RBP];
        pop(work, state, step, &frame);
        break;
    }
    case MSIM_OP_CALL:
        call(work, state, step);
        break;
    case MSIM_OP_JUMP:
    case MSIM_OP_BRANCH:
    case MSIM_OP_STOP:
    case MSIM_OP_NOTHING:
        break;
    case MSIM_OP_OTHER:
        do_other(work, state, step);
        break;
    default:
        if (code->operands < 2)
            do_other(work, state, step);
        else if (code->op == MSIM_OP_EXCHANGE)
            exchange(work, state, step);
        else
            do_two(work, state, step);
        break;
    }
}
