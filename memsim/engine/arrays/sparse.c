/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of sparse.h. */
#include "sparse.h"

void msim_sparse_init(struct msim_sparse *sparse, const struct msim_mem *mem, size_t element,
                      uint32_t most)
{
    size_t blocks = ((size_t)most + MSIM_TABLE_BLOCK - 1) >> MSIM_TABLE_SHIFT;
    msim_table_init(&sparse->rows, mem, element, most);
    sparse->of = msim_get(mem, blocks * sizeof *sparse->of, 8);
    sparse->most = most;
}

void *msim_sparse_need(struct msim_sparse *sparse, uint32_t number)
{
    void *row = msim_sparse_at(sparse, number);
    if (row || number >= sparse->most)
        return row;
    uint32_t **of = &sparse->of[number >> MSIM_TABLE_SHIFT];
    row = msim_table_add(&sparse->rows);
    if (!row)
        return NULL;
    if (!*of)
        *of = msim_get(sparse->rows.mem, MSIM_TABLE_BLOCK * sizeof **of, 8);
    (*of)[number & (MSIM_TABLE_BLOCK - 1)] = sparse->rows.used;
    return row;
}
