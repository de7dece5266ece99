/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Draws the programs of randomcode.h. */
#include "randomcode.h"

enum { CODE_AT = 0x400000, DATA_AT = 0x10000000, LATELY = 12 };

static uint64_t below(struct random_code *program, uint64_t limit)
{
    return unit_below(&program->random, limit);
}

static bool one_in(struct random_code *program, unsigned times)
{
    return unit_one_in(&program->random, times);
}

/* --- Segments ------------------------------------------------------------------------------- */

/* A register of a few, a result just before, or nothing. */
static uint16_t draw_source(struct random_code *program, const struct code *code)
{
    uint16_t ops = code->ops.ops;
    if (program->stack && one_in(program, 3))
        return MSIM_STACK_REGISTER;
    if (ops && !one_in(program, program->free))
        return (uint16_t)(MSIM_REGISTERS + ops - 1 - below(program, ops < LATELY ? ops : LATELY));
    if (one_in(program, 3))
        return CODE_NONE;
    return (uint16_t)below(program, one_in(program, 10) ? MSIM_REGISTERS : LATELY);
}

static void draw_op(struct random_code *program, struct code *code)
{
    enum msim_op_class class = (enum msim_op_class)below(program, MSIM_OP_CLASSES);
    if (one_in(program, 2))
        class = one_in(program, 2) ? program->class : MSIM_OP_LOAD;
    if (class == MSIM_OP_OTHER && !one_in(program, 5))
        class = MSIM_OP_STORE;
    if ((msim_op_hints(class) || class == MSIM_OP_STORE_PAST) && !one_in(program, 4))
        class = MSIM_OP_LOAD;
    uint16_t source = draw_source(program, code);
    bool none = code->segment.words == MSIM_WORDS_MAX;
    if (msim_op_stores(class) && !none) {
        code_store(code, source, draw_source(program, code), 0);
        code->op[code->ops.ops - 1].class = (uint8_t) class;
    } else if (msim_op_loads(class) && !none) {
        code_load(code, class, source, 0);
    } else if (msim_op_hints(class) && !none) {
        code_hint(code, class, source, 0);
    } else if (!msim_op_loads(class) && !msim_op_stores(class) && !msim_op_hints(class)) {
        code_op(code, class, source, draw_source(program, code));
    }
    if (code->segment.accesses_used) {
        struct msim_access *last = &code->access[code->segment.accesses_used - 1];
        last->maybe = one_in(program, 8);
        last->offset = (int32_t)below(program, 64) - 32;
        last->size = (uint32_t)(one_in(program, 8) ? 1 + below(program, 32) : 8) & MSIM_SIZE_MAX;
    }
}

static uint16_t draw_how(struct random_code *program)
{
    if (!program->orders)
        return 0;
    return one_in(program, 60) ? MSIM_INSTR_ATOMIC : one_in(program, 90) ? MSIM_INSTR_FENCE : 0;
}

/* A selection from memory. */
static void draw_selection(struct random_code *program, struct code *code)
{
    if (code->segment.words == MSIM_WORDS_MAX || code->ops.ops + 2 >= CODE_OPS)
        return;
    code_instr(code, 0);
    uint16_t loaded = code_load(code, MSIM_OP_LOAD, draw_source(program, code), 0);
    code_op(code, MSIM_OP_SELECT, loaded, draw_source(program, code));
}

static void draw_instrs(struct random_code *program, struct code *code)
{
    unsigned instrs = one_in(program, 4) ? 1 : 1 + (unsigned)below(program, 30);
    for (unsigned i = 0; i < instrs; i++) {
        if (program->steady && one_in(program, 8))
            draw_selection(program, code);
        unsigned ops = one_in(program, 30) ? 1 + (unsigned)below(program, 8)
                                           : (unsigned)below(program, 3) + !one_in(program, 4);
        code_instr(code, draw_how(program));
        for (unsigned j = 0; j < ops && code->ops.ops + 2 < CODE_OPS; j++)
            draw_op(program, code);
    }
}

static void draw_end(struct random_code *program, struct code *code)
{
    code->ops.end = (uint8_t)below(program, MSIM_OP_ENDS_KINDS);
    code->ops.indirect = code->ops.end >= MSIM_OP_ENDS_JUMP && one_in(program, 2);
    code->ops.fused =
        code->ops.end == MSIM_OP_ENDS_COND && code->segment.instrs_used > 1 && one_in(program, 2);
    if (!one_in(program, 4))
        code_op(code, MSIM_OP_BRANCH, draw_source(program, code), CODE_NONE);
    for (uint16_t reg = 0; reg < LATELY && code->ops.ops; reg++)
        if (one_in(program, 3))
            code_result(code, reg, one_in(program, 6) ? CODE_NONE : draw_source(program, code));
}

static uint64_t last_of(const struct code *code)
{
    return code->segment.address + 4u * (code->segment.instrs_used - 1u);
}

enum { FIRST_WAY = 1, OTHER_WAY = 2, WAYS = 4 };

/* The way is that of the segment before, but maybe for one operation. */
static void draw_same(struct random_code *program, struct code *code, uint64_t at)
{
    code_copy(code, code - 1, at);
    struct msim_operation *op = &code->op[below(program, CODE_OPS)];
    if (one_in(program, 2))
        op = &code->op[below(program, code->ops.ops + 1u)];
    if (op->class == MSIM_OP_SIMPLE)
        op->class = MSIM_OP_SHIFT;
}

static void draw_parting(struct random_code *program, struct code *code)
{
    draw_instrs(program, code);
    draw_end(program, code);
    if (code->ops.end != MSIM_OP_ENDS_COND)
        code->ops.fused = false;
    code->ops.end = MSIM_OP_ENDS_COND;
    code->ops.indirect = false;
    code_op(code, MSIM_OP_BRANCH, draw_source(program, code), CODE_NONE);
}

/* An instruction of one of the ways. */
static uint64_t draw_join(struct random_code *program, const struct code *code)
{
    const struct msim_segment *way = &code[-1 - (int)below(program, 2)].segment;
    return way->address + 4 * below(program, way->instrs_used);
}

static void draw_ways(struct random_code *program)
{
    uint64_t at = CODE_AT;
    for (unsigned i = 0; i < RANDOM_CODES; i++) {
        struct code *code = &program->code[i];
        bool same = i % WAYS == OTHER_WAY && one_in(program, 2);
        bool inside = i % WAYS == WAYS - 1 && one_in(program, 2);
        code_start(code, inside ? draw_join(program, code) : at);
        if (same) {
            draw_same(program, code, at);
        } else if (i % WAYS == 0) {
            draw_parting(program, code);
        } else {
            draw_instrs(program, code);
            draw_end(program, code);
        }
        if (at < last_of(code) + 4)
            at = last_of(code) + 4;
    }
}

static void draw_segments(struct random_code *program)
{
    uint64_t at = CODE_AT;
    for (unsigned i = 0; i < RANDOM_CODES; i++) {
        struct code *code = &program->code[i];
        const struct code *before = i ? code - 1 : NULL;
        bool repeats = before && before->ops.repeats;
        bool continued = before && !repeats && one_in(program, 5);
        code_start(code, repeats || continued ? last_of(before) : at);
        code->segment.continued = continued;
        if (repeats) {
            code_instr(code, 0);
            draw_op(program, code);
            draw_op(program, code);
        } else {
            draw_instrs(program, code);
        }
        draw_end(program, code);
        code->ops.repeats = repeats || one_in(program, 5);
        if (repeats)
            code->ops.fused = false;
        at = last_of(code) + 4;
    }
}

void random_code_start(struct random_code *program, uint64_t seed)
{
    *program = (struct random_code){.random = {seed}};
    program->class =
        one_in(program, 4) ? MSIM_OP_SIMPLE : (enum msim_op_class)below(program, MSIM_OP_OTHER);
    program->from = (enum msim_cause)(MSIM_WAIT_L2 + below(program, 3));
    program->orders = one_in(program, 3);
    program->stack = one_in(program, 4);
    program->steady = one_in(program, 4);
    program->free = 1 + (unsigned)below(program, 4);
    program->jumps = 2 + (unsigned)below(program, 30);
    program->parts = one_in(program, 2);
    if (program->parts)
        draw_ways(program);
    else
        draw_segments(program);
    for (unsigned i = 0; i < RANDOM_STREAMS; i++) {
        program->stream[i] = DATA_AT + below(program, 1 << 24);
        program->step[i] = below(program, 3) ? below(program, 200) : below(program, 3000);
        if (!below(program, 3))
            program->step[i] = 64 * (1 + below(program, 4));
        if (one_in(program, 3))
            program->step[i] = -program->step[i];
    }
    program->calm = 1 + (unsigned)below(program, 12);
}

/* --- Records -------------------------------------------------------------------------------- */

static uint64_t draw_address(struct random_code *program, unsigned access)
{
    unsigned stream = access % RANDOM_STREAMS;
    if (program->steady && !one_in(program, 12))
        return DATA_AT + 8 * (access % 5);
    switch (below(program, 8)) {
    case 0:
        return DATA_AT + below(program, 1 << 26);
    case 1:
    case 2:
        return DATA_AT + 8 * below(program, 40);
    case 3:
        return DATA_AT + 4096 * below(program, 64);
    default:
        return program->stream[stream] += program->step[stream];
    }
}

/* Of few tables, so that lines are under way that others ask for. */
static struct msim_page_entry draw_entry(struct random_code *program)
{
    return (struct msim_page_entry){
        (UINT64_C(1) << 57) + below(program, 40),
        one_in(program, 3) ? MSIM_DEPENDENCY : (enum msim_cause)(MSIM_WAIT_L2 + below(program, 3))};
}

static struct msim_served draw_served(struct random_code *program)
{
    if (one_in(program, 30))
        return (struct msim_served){.copies = true, .from = MSIM_WAIT_CORE};
    return (struct msim_served){.entry = draw_entry(program),
                                .line = !one_in(program, 5),
                                .translation = one_in(program, 3),
                                .walk = one_in(program, 2),
                                .from = one_in(program, 20) ? MSIM_WAIT_CORE
                                        : one_in(program, 2)
                                            ? program->from
                                            : (enum msim_cause)(MSIM_WAIT_L2 + below(program, 3))};
}

static void draw_record(struct random_code *program, struct code *code)
{
    code->missed_used = 0;
    for (unsigned i = 0; i < code->segment.instrs_used && one_in(program, 4); i++)
        if (one_in(program, 8))
            code->missed[code->missed_used++] = (struct msim_seen){
                code->segment.address + 4u * i, MSIM_FETCH, draw_served(program)};
    for (unsigned i = 0; i < code->segment.accesses_used; i++) {
        uint64_t base = draw_address(program, i);
        uint64_t address = base + (uint64_t)(int64_t)code->access[i].offset;
        code->record[code->access[i].word] =
            code->access[i].maybe && one_in(program, 3) ? MSIM_NO_ADDRESS : base;
        if (one_in(program, program->calm))
            code->missed[code->missed_used++] =
                (struct msim_seen){address, MSIM_READ, draw_served(program)};
    }
    for (unsigned i = 0; i < code->ops.ops; i++)
        if (msim_op_hints(code->op[i].class))
            code->record[code->op[i].access] = draw_address(program, i) + 64 * below(program, 20);
}

struct code *random_code_next(struct random_code *program)
{
    struct code *code = &program->code[program->next];
    draw_record(program, code);
    if (code->ops.repeats && one_in(program, 3))
        ;
    else if (one_in(program, program->jumps))
        program->next = (unsigned)below(program, RANDOM_CODES);
    else if (program->parts && program->next % WAYS == FIRST_WAY)
        program->next = (program->next + 2) % RANDOM_CODES;
    else if (program->parts && program->next % WAYS == 0)
        program->next += FIRST_WAY + (unsigned)below(program, 2);
    else
        program->next = (program->next + 1) % RANDOM_CODES;
    return code;
}

uint64_t random_code_physical(void *self, uint64_t line)
{
    enum { PAGE_LINES = 64 };
    (void)self;
    return line / PAGE_LINES % 3 ? line ^ 5 * PAGE_LINES : line;
}

enum msim_cause random_code_where(void *self, uint64_t line)
{
    (void)self;
    uint64_t mixed = line * UINT64_C(0x9e3779b97f4a7c15) >> 61;
    return mixed < 2   ? MSIM_DEPENDENCY
           : mixed < 4 ? MSIM_WAIT_L2
           : mixed < 5 ? MSIM_WAIT_L3
                       : MSIM_WAIT_MEMORY;
}
