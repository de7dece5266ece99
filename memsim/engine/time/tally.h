/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How many instructions each function or part ran: sums by number, of which only the largest are
 * kept in the end.
 *
 * Cost: 12 bytes for each number; adding is one addition.
 */
#pragma once

#include "stream/mem.h"

enum { MSIM_LARGEST = 8 };

/* The largest sums, largest first; of equal ones, the smallest number first. */
struct msim_largest {
    uint64_t sum[MSIM_LARGEST];
    uint32_t number[MSIM_LARGEST];
    uint32_t used;
};

struct msim_tally {
    struct msim_table sums;  /* uint64_t by number */
    struct msim_table added; /* uint32_t: the numbers whose sum is not 0 */
};

/* Numbers are below `most`. */
void msim_tally_init(struct msim_tally *tally, const struct msim_mem *mem, uint32_t most);

/* Makes room for numbers below `numbers`. */
void msim_tally_extend(struct msim_tally *tally, uint32_t numbers);

static inline void msim_tally_add(struct msim_tally *tally, uint32_t number, uint64_t by)
{
    uint64_t *sum = MSIM_TABLE_AT(&tally->sums, number, uint64_t);
    if (!*sum && by)
        *(uint32_t *)msim_table_add(&tally->added) = number;
    *sum += by;
}

/* The largest sums. */
struct msim_largest msim_tally_largest(const struct msim_tally *tally);

/* All sums are 0 again. */
void msim_tally_clear(struct msim_tally *tally);

/* Adds the sums of `from` to those of `to`, and keeps the largest. */
void msim_largest_join(struct msim_largest *to, const struct msim_largest *from);
