/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes down what code.h says. */
#include "code.h"

#include <assert.h>
#include <string.h>

static void set(struct code *code, uint64_t address)
{
    code->segment.address = address;
    code->segment.instrs = code->instr;
    code->segment.accesses = code->access;
    code->segment.ops = &code->ops;
    code->ops.op = code->op;
    code->ops.source = code->source;
    code->ops.result = code->result;
}

void code_start(struct code *code, uint64_t address)
{
    memset(code, 0, sizeof *code);
    set(code, address);
}

void code_copy(struct code *code, const struct code *from, uint64_t address)
{
    *code = *from;
    set(code, address);
}

void code_instr(struct code *code, uint16_t how)
{
    assert(code->segment.instrs_used < MSIM_INSTRS_MAX);
    struct msim_instr *instr = &code->instr[code->segment.instrs_used++];
    *instr = (struct msim_instr){.site = code->segment.instrs_used, .length = 4, .how = how};
}

static uint8_t add_source(struct code *code, uint16_t source)
{
    if (source == CODE_NONE)
        return 0;
    code->source[code->ops.sources++] = source;
    return 1;
}

uint16_t code_op(struct code *code, enum msim_op_class class, uint16_t a, uint16_t b)
{
    assert(code->ops.ops < CODE_OPS);
    struct msim_operation *op = &code->op[code->ops.ops];
    op->class = (uint8_t) class;
    op->instr = (uint8_t)(code->segment.instrs_used - 1);
    op->sources = add_source(code, a);
    op->sources = (uint8_t)(op->sources + add_source(code, b));
    return (uint16_t)(MSIM_REGISTERS + code->ops.ops++);
}

static unsigned add_word(struct code *code, uint64_t address)
{
    assert(code->segment.words < MSIM_WORDS_MAX);
    code->segment.words = (code->segment.words + 1u) & MSIM_WORDS_MAX;
    code->record[code->segment.words] = address;
    return code->segment.words;
}

static uint16_t add_access(struct code *code, uint64_t address, bool write)
{
    uint16_t at = code->segment.accesses_used++;
    code->access[at] = (struct msim_access){.word = add_word(code, address) & MSIM_WORDS_MAX,
                                            .size = 8,
                                            .instr = (uint8_t)(code->segment.instrs_used - 1),
                                            .write = write};
    return at;
}

uint16_t code_load(struct code *code, enum msim_op_class class, uint16_t a, uint64_t address)
{
    uint16_t at = code_op(code, class, a, CODE_NONE);
    code->op[at - MSIM_REGISTERS].access = add_access(code, address, false);
    return at;
}

void code_store(struct code *code, uint16_t a, uint16_t data, uint64_t address)
{
    uint16_t at = code_op(code, MSIM_OP_STORE, a, CODE_NONE);
    code->op[at - MSIM_REGISTERS].data = add_source(code, data);
    code->op[at - MSIM_REGISTERS].access = add_access(code, address, true);
}

void code_hint(struct code *code, enum msim_op_class class, uint16_t a, uint64_t address)
{
    uint16_t at = code_op(code, class, a, CODE_NONE);
    code->op[at - MSIM_REGISTERS].access = (uint16_t)add_word(code, address);
}

void code_misses(struct code *code, const struct msim_served *served)
{
    assert(code->missed_used < MSIM_SEEN_MAX);
    uint64_t address = code->record[code->access[code->segment.accesses_used - 1].word];
    code->missed[code->missed_used++] = (struct msim_seen){address, MSIM_READ, *served};
}

void code_result(struct code *code, uint16_t reg, uint16_t source)
{
    code->result[code->ops.results++] = (struct msim_op_result){reg, source};
}

void code_run(struct msim_pipeline *pipeline, const struct code *code)
{
    struct msim_seen missed[MSIM_SEEN_MAX];
    struct msim_planned *plan = msim_arena_get(&pipeline->plans, sizeof *plan);
    msim_pipeline_plan(pipeline, plan, &code->segment);
    memcpy(missed, code->missed, code->missed_used * sizeof *missed);
    msim_pipeline_run(pipeline, plan, code->record, missed, code->missed_used);
}
