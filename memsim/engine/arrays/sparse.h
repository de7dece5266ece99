/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows by number, where few numbers have one: a row is made when it is first needed, and never
 * moves.
 *
 * Cost: 4 bytes for each number near one that has a row, and the row.
 */
#pragma once

#include "stream/mem.h"

struct msim_sparse {
    struct msim_table rows; /* in the order in which they were made */
    uint32_t **of;          /* by number, in blocks as a table's: its row + 1; NULL: none has one */
    uint32_t most;
};

/* `element`: bytes of a row; numbers are below `most`. */
void msim_sparse_init(struct msim_sparse *sparse, const struct msim_mem *mem, size_t element,
                      uint32_t most);

/* The row of a number; if it has none, a row of zeros is made.  NULL: there is no room. */
void *msim_sparse_need(struct msim_sparse *sparse, uint32_t number);

/* The row of a number; NULL: it has none. */
static inline void *msim_sparse_at(const struct msim_sparse *sparse, uint32_t number)
{
    const uint32_t *of = number < sparse->most ? sparse->of[number >> MSIM_TABLE_SHIFT] : NULL;
    uint32_t row = of ? of[number & (MSIM_TABLE_BLOCK - 1)] : 0;
    return row ? msim_table_at(&sparse->rows, row - 1) : NULL;
}
