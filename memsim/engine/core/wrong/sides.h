/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What two ways compute, as far as it can be said without values: whether a register is the same
 * after both.
 *
 * An operation computes the same as one of the other way if it is of the same class, has sources,
 * which are the same, in the same order, and is no load. What nothing is known of, such as a
 * constant, is never the same. Constants that are added are not seen: a step by another one mostly
 * comes to the same line.
 *
 * Cost: 8 bytes for a register and for each operation of a segment; some 5 ns for an operation.
 */
#pragma once

#include "engine/core/plans/plan.h"

struct msim_wrong_side {
    uint64_t value[MSIM_REGISTERS]; /* a number for what each register has */
};

struct msim_wrong_sides {
    struct msim_wrong_side right, wrong;
    uint64_t unknown;          /* how many are never the same as others */
    uint64_t op[MSIM_OPS_MAX]; /* of the segment that is looked at */
};

/* Both begin, with the same registers. */
void msim_wrong_sides_begin(struct msim_wrong_sides *sides);

/* The side goes through the segment. */
void msim_wrong_sides_pass(struct msim_wrong_sides *sides, struct msim_wrong_side *side,
                           const struct msim_planned *plan);

/* True: the register is the same on both. */
static inline bool msim_wrong_sides_agree(const struct msim_wrong_sides *sides, unsigned reg)
{
    return sides->right.value[reg] == sides->wrong.value[reg];
}
