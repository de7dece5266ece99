/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The operations of ops.h. */
#include "drawn.h"

#include <string.h>

static bool fits(const struct msim_access *access, unsigned class)
{
    return msim_op_loads(class) ? !access->write : access->write || access->modify;
}

/* --- Drawing ------------------------------------------------------------------------------ */

static uint16_t source(struct unit_random *random, unsigned ops)
{
    if (ops && unit_one_in(random, 2))
        return (uint16_t)(MSIM_REGISTERS + ops - 1 -
                          unit_below(random, unit_one_in(random, 9) || ops < 4 ? ops : 4));
    return (uint16_t)unit_below(random, unit_one_in(random, 9) ? MSIM_REGISTERS : 40);
}

/* A class; loads and stores only with an access of their kind. */
static void draw_class(struct unit_random *random, const struct msim_segment *segment,
                       struct msim_operation *op)
{
    op->class = (uint8_t)unit_below(random, MSIM_OP_CLASSES);
    if (msim_op_hints(op->class) && segment->words) {
        op->access = (uint16_t)(1 + unit_below(random, segment->words));
        return;
    }
    if (!msim_op_loads(op->class) && !msim_op_stores(op->class) && !msim_op_hints(op->class))
        return;
    uint64_t first = segment->accesses_used ? unit_below(random, segment->accesses_used) : 0;
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        op->access = (uint16_t)((first + i) % segment->accesses_used);
        if (!msim_op_hints(op->class) && fits(&segment->accesses[op->access], op->class))
            return;
    }
    op->class = MSIM_OP_SIMPLE;
    op->access = 0;
}

static void draw_op(struct unit_random *random, const struct msim_segment *segment,
                    struct msim_ops *ops)
{
    struct msim_operation *op = &ops->op[ops->ops];
    unsigned before = ops->ops ? op[-1].instr : 0, left = segment->instrs_used - before;
    *op = (struct msim_operation){.instr =
                                      (uint8_t)(before + unit_below(random, left < 3 ? left : 3))};
    draw_class(random, segment, op);
    op->sources = (uint8_t)unit_below(random, unit_one_in(random, 9) ? 16 : 4);
    if (msim_op_stores(op->class))
        op->data = (uint8_t)unit_below(random, unit_one_in(random, 9) ? 16 : 3);
    for (unsigned more = op->sources + op->data; more; more--)
        ops->source[ops->sources++] = source(random, ops->ops);
    ops->ops++;
}

struct msim_ops *unit_ops_draw(struct unit_random *random, const struct msim_segment *segment,
                               unsigned most, struct unit_ops *drawn)
{
    struct msim_ops *ops = &drawn->ops;
    *ops = (struct msim_ops){.op = drawn->op, .source = drawn->source, .result = drawn->result};
    ops->end = (uint8_t)unit_below(random, MSIM_OP_ENDS_KINDS);
    ops->indirect = unit_one_in(random, 4);
    ops->fused = unit_one_in(random, 4);
    ops->repeats = unit_one_in(random, 9);
    for (uint64_t left = unit_below(random, most + 1);
         left && ops->sources + 2 * MSIM_OP_SOURCES_MAX <= MSIM_OPS_SOURCES_MAX; left--)
        draw_op(random, segment, ops);
    for (uint64_t left = unit_below(random, 20); left; left--)
        ops->result[ops->results++] = (struct msim_op_result){
            (uint16_t)unit_below(random, MSIM_REGISTERS),
            unit_one_in(random, 9) ? MSIM_OP_READY : source(random, ops->ops)};
    return ops;
}

/* --- Looking ------------------------------------------------------------------------------ */

bool unit_ops_same(const struct msim_ops *a, const struct msim_ops *b)
{
    if (!a || !b)
        return a == b;
    if (a->ops != b->ops || a->sources != b->sources || a->results != b->results ||
        a->end != b->end || a->indirect != b->indirect || a->fused != b->fused ||
        a->repeats != b->repeats)
        return false;
    return memcmp(a->op, b->op, a->ops * sizeof *a->op) == 0 &&
           memcmp(a->source, b->source, a->sources * sizeof *a->source) == 0 &&
           memcmp(a->result, b->result, a->results * sizeof *a->result) == 0;
}

static bool op_fits(const struct msim_segment *segment, const struct msim_operation *op)
{
    if (op->class >= MSIM_OP_CLASSES || op->instr >= segment->instrs_used ||
        (op != segment->ops->op && op->instr < op[-1].instr))
        return false;
    if (msim_op_hints(op->class))
        return op->access && op->access <= segment->words;
    return !(msim_op_loads(op->class) || msim_op_stores(op->class)) ||
           (op->access < segment->accesses_used && fits(&segment->accesses[op->access], op->class));
}

bool unit_ops_fit(const struct msim_segment *segment)
{
    const struct msim_ops *ops = segment->ops;
    unsigned sources = 0;
    if (!ops)
        return true;
    for (unsigned i = 0; i < ops->ops; i++) {
        if (!op_fits(segment, &ops->op[i]))
            return false;
        for (unsigned left = ops->op[i].sources + ops->op[i].data; left; left--)
            if (sources == ops->sources || ops->source[sources++] >= MSIM_REGISTERS + i)
                return false;
    }
    for (unsigned i = 0; i < ops->results; i++)
        if (ops->result[i].reg >= MSIM_REGISTERS ||
            (ops->result[i].source != MSIM_OP_READY &&
             ops->result[i].source >= MSIM_REGISTERS + ops->ops))
            return false;
    return sources == ops->sources && ops->end < MSIM_OP_ENDS_KINDS && ops->ops <= MSIM_OPS_MAX &&
           ops->results <= MSIM_REGISTERS;
}
