/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of sides.h. */
#include "sides.h"

void msim_wrong_sides_begin(struct msim_wrong_sides *sides)
{
    for (unsigned i = 0; i < MSIM_REGISTERS; i++)
        sides->right.value[i] = sides->wrong.value[i] = i;
}

static uint64_t mix(uint64_t value, uint64_t other)
{
    uint64_t mixed = (value ^ other) * UINT64_C(0x9e3779b97f4a7c15);
    return mixed ^ mixed >> 29;
}

static uint64_t unknown(struct msim_wrong_sides *sides)
{
    return mix(++sides->unknown << 16, UINT64_MAX);
}

static uint64_t value_of(const struct msim_wrong_sides *sides, const struct msim_wrong_side *side,
                         uint16_t source)
{
    return source < MSIM_REGISTERS ? side->value[source] : sides->op[source - MSIM_REGISTERS];
}

static void compute(struct msim_wrong_sides *sides, const struct msim_wrong_side *side,
                    const struct msim_ops *ops)
{
    const uint16_t *source = ops->source;
    for (unsigned i = 0; i < ops->ops; i++) {
        const struct msim_operation *op = &ops->op[i];
        unsigned used = op->sources + op->data;
        uint64_t value = mix(op->class + 1u, used);
        for (unsigned k = 0; k < used; k++)
            value = mix(value << 1, value_of(sides, side, source[k]));
        sides->op[i] = used && !msim_op_loads(op->class) ? value : unknown(sides);
        source += used;
    }
}

void msim_wrong_sides_pass(struct msim_wrong_sides *sides, struct msim_wrong_side *side,
                           const struct msim_planned *plan)
{
    const struct msim_ops *ops = plan->segment->ops;
    uint64_t value[MSIM_REGISTERS];
    compute(sides, side, ops);
    for (unsigned i = 0; i < ops->results; i++) {
        uint16_t source = plan->result[i].source;
        value[i] = source == MSIM_AT_ONCE ? unknown(sides) : value_of(sides, side, source);
    }
    for (unsigned i = 0; i < ops->results; i++)
        side->value[plan->result[i].reg] = value[i];
}
