/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which lines of a function's old and new version are the same.
 *
 * Line numbers say little: whatever is inserted above moves all lines below.  So lines are aligned
 * in their order.  Two lines are alike if they have the same counts of instructions, reads and
 * writes, or are as far from the function's first line, or from its last; the alignment is the one
 * in which most are alike.  Cost: the product of the numbers of lines, at most 2^22; beyond, lines
 * of the same number are paired.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { MSIM_WORK = 3 }; /* Ir, Dr, Dw: what a line's code does, wherever it lies */

struct msim_aligned_line {
    uint32_t line;
    int64_t work[MSIM_WORK];
};

/* The new line of each old one, by their numbers in the lists, or MSIM_NOTHING; increasing; from
 * malloc. */
uint32_t *msim_align(const struct msim_aligned_line *base, size_t bases,
                     const struct msim_aligned_line *fresh, size_t freshes);
