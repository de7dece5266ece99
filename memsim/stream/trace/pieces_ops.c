/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The coding of pieces_ops.h. */
#include "pieces_ops.h"

enum {
    CLASS_BITS = 5,
    CLASS_MASK = (1 << CLASS_BITS) - 1,
    DATA_SHIFT = 4,
    DESCRIBED = 1, /* bits of `how` */
    END_SHIFT = 1,
    END_MASK = 7,
    INDIRECT = 1 << 4,
    FUSED = 1 << 5,
    REPEATS = 1 << 6,
    HOW_MAX = 127,
    AGO = 1, /* of a source: it is an operation */
    READY = AGO,
    OPS_BYTES = 1 + 2 + 2,
    OP_BYTES = 2 + 2 + 2,
    SOURCE_BYTES = 2,
    RESULT_BYTES = 2 + SOURCE_BYTES
};

_Static_assert(MSIM_OP_CLASSES <= 1 << CLASS_BITS, "");
_Static_assert(MSIM_OP_ENDS_KINDS <= END_MASK + 1, "");
_Static_assert(MSIM_OP_SOURCES_MAX < 1 << DATA_SHIFT, "");
_Static_assert(MSIM_OPS_MAX << 1 < 1 << 14 && MSIM_REGISTERS << 1 < 1 << 14, "two bytes");

static bool has_access(unsigned class)
{
    return msim_op_loads(class) || msim_op_stores(class);
}

/* --- Writing ------------------------------------------------------------------------------ */

size_t msim_ops_room(const struct msim_ops *ops)
{
    if (!ops)
        return 1;
    return OPS_BYTES + (size_t)ops->ops * OP_BYTES + (size_t)ops->sources * SOURCE_BYTES +
           (size_t)ops->results * RESULT_BYTES;
}

/* After so many operations. */
static uint8_t *put_source(uint8_t *to, uint16_t source, unsigned ops)
{
    if (source == MSIM_OP_READY)
        return msim_put_varint(to, READY);
    if (source < MSIM_REGISTERS)
        return msim_put_varint(to, (uint64_t)source << 1);
    return msim_put_varint(to, (uint64_t)(ops - (source - MSIM_REGISTERS)) << 1 | AGO);
}

static uint8_t *put_ops(const struct msim_ops *ops, uint8_t *to)
{
    const uint16_t *source = ops->source;
    unsigned instr = 0, access = 0;
    for (unsigned i = 0; i < ops->ops; i++) {
        const struct msim_operation *op = &ops->op[i];
        to = msim_put_varint(to, (uint64_t)(op->instr - instr) << CLASS_BITS | op->class);
        to = msim_put_varint(to, (uint64_t)op->data << DATA_SHIFT | op->sources);
        instr = op->instr;
        if (has_access(op->class)) {
            to = msim_put_varint(to, msim_fold((uint64_t)op->access - access));
            access = op->access;
        } else if (msim_op_hints(op->class)) {
            to = msim_put_varint(to, op->access);
        }
        for (unsigned left = op->sources + op->data; left; left--)
            to = put_source(to, *source++, i);
    }
    return to;
}

uint8_t *msim_ops_put(const struct msim_ops *ops, uint8_t *to)
{
    unsigned reg = 0;
    if (!ops)
        return msim_put_varint(to, 0);
    to = msim_put_varint(to, DESCRIBED | (unsigned)ops->end << END_SHIFT |
                                 (ops->indirect ? INDIRECT : 0) | (ops->fused ? FUSED : 0) |
                                 (ops->repeats ? REPEATS : 0));
    to = msim_put_varint(to, ops->ops);
    to = msim_put_varint(to, ops->results);
    to = put_ops(ops, to);
    for (unsigned i = 0; i < ops->results; i++) {
        to = msim_put_varint(to, msim_fold((uint64_t)ops->result[i].reg - reg));
        to = put_source(to, ops->result[i].source, ops->ops);
        reg = ops->result[i].reg;
    }
    return to;
}

/* --- Reading ------------------------------------------------------------------------------ */

static uint16_t take_source(struct msim_taker *taker, unsigned ops, bool of_result)
{
    const char *expected = of_result ? "a register below 512, an operation of the segment, or 1"
                                     : "a register below 512, or an operation before it";
    const uint8_t *start = taker->cursor->at;
    unsigned source = (unsigned)msim_take(taker, 0, UINT16_MAX, expected), number = source >> 1;
    bool is_op = source & AGO;
    if (is_op && !number && of_result)
        return MSIM_OP_READY;
    if (is_op ? !number || number > ops : number >= MSIM_REGISTERS)
        msim_refuse(taker, start, expected);
    return (uint16_t)(is_op ? MSIM_REGISTERS + ops - number : number);
}

static void take_access(struct msim_taker *taker, const struct msim_segment *segment,
                        struct msim_operation *op, uint32_t *before)
{
    const uint8_t *start = taker->cursor->at;
    *before = msim_take_number(taker, *before, segment->accesses_used, "an access of the segment");
    if (taker->expected)
        return;
    const struct msim_access *access = &segment->accesses[*before];
    op->access = (uint16_t)*before;
    if (msim_op_loads(op->class) ? access->write : !access->write && !access->modify)
        msim_refuse(taker, start, "an access that reads if it is a load, else one that writes");
}

static void take_what(struct msim_taker *taker, const struct msim_segment *segment,
                      struct msim_operation *op, unsigned *instr)
{
    const uint8_t *start = taker->cursor->at;
    unsigned what =
        (unsigned)msim_take(taker, 0, MSIM_INSTRS_MAX << CLASS_BITS | CLASS_MASK, "an operation");
    *instr += what >> CLASS_BITS;
    if (*instr >= segment->instrs_used)
        msim_refuse(taker, start, "an operation of an instruction of the segment");
    if ((what & CLASS_MASK) >= MSIM_OP_CLASSES)
        msim_refuse(taker, start, "an operation of a class below 30");
    op->class = what & CLASS_MASK;
    op->instr = (uint8_t)*instr;
}

_Static_assert(MSIM_OP_CLASSES == 30, "what take_what() expects");

static void take_waits(struct msim_taker *taker, const struct msim_ops *ops,
                       struct msim_operation *op)
{
    const uint8_t *start = taker->cursor->at;
    bool stores = msim_op_stores(op->class);
    unsigned waits =
        (unsigned)msim_take(taker, 0, stores ? UINT8_MAX : MSIM_OP_SOURCES_MAX,
                            stores ? "a number of sources, and of those of data, up to 15 each"
                                   : "a number of sources up to 15");
    op->sources = waits & MSIM_OP_SOURCES_MAX;
    op->data = (uint8_t)(waits >> DATA_SHIFT);
    if (ops->sources + op->sources + op->data > MSIM_OPS_SOURCES_MAX)
        msim_refuse(taker, start, "up to 16384 sources in a segment");
}

_Static_assert(MSIM_OPS_SOURCES_MAX == 16384, "what take_waits() expects");

static void take_ops(struct msim_taker *taker, const struct msim_segment *segment,
                     struct msim_ops *ops)
{
    unsigned instr = 0;
    uint32_t access = 0;
    for (unsigned i = 0; i < ops->ops && !taker->expected; i++) {
        struct msim_operation *op = &ops->op[i];
        *op = (struct msim_operation){0};
        take_what(taker, segment, op, &instr);
        take_waits(taker, ops, op);
        if (has_access(op->class))
            take_access(taker, segment, op, &access);
        else if (msim_op_hints(op->class))
            op->access = (uint16_t)msim_take(taker, 1, segment->words, "a word of the record");
        for (unsigned left = op->sources + op->data; left && !taker->expected; left--)
            ops->source[ops->sources++] = take_source(taker, i, false);
    }
}

static void take_results(struct msim_taker *taker, struct msim_ops *ops)
{
    uint32_t reg = 0;
    for (unsigned i = 0; i < ops->results && !taker->expected; i++) {
        reg = msim_take_number(taker, reg, MSIM_REGISTERS, "a register below 512");
        ops->result[i].reg = (uint16_t)reg;
        ops->result[i].source = take_source(taker, ops->ops, true);
    }
}

_Static_assert(MSIM_REGISTERS == 512, "what take_source() and take_results() expect");

struct msim_ops *msim_ops_take(struct msim_taker *taker, const struct msim_segment *segment,
                               struct msim_ops_taken *taken)
{
    static const char expected[] = "0, or how a segment ends and its bits";
    const uint8_t *start = taker->cursor->at;
    struct msim_ops *ops = &taken->ops;
    unsigned how = (unsigned)msim_take(taker, 0, HOW_MAX, expected);
    if (!how)
        return NULL;
    if (!(how & DESCRIBED) || (how >> END_SHIFT & END_MASK) >= MSIM_OP_ENDS_KINDS)
        msim_refuse(taker, start, expected);
    *ops = (struct msim_ops){.op = taken->op,
                             .source = taken->source,
                             .result = taken->result,
                             .end = how >> END_SHIFT & END_MASK,
                             .indirect = how & INDIRECT,
                             .fused = how & FUSED,
                             .repeats = how & REPEATS};
    ops->ops = (uint16_t)msim_take(taker, 0, MSIM_OPS_MAX, "a number of operations up to 4096");
    ops->results = (uint16_t)msim_take(taker, 0, MSIM_REGISTERS, "a number of results up to 512");
    take_ops(taker, segment, ops);
    take_results(taker, ops);
    return taker->expected ? NULL : ops;
}
