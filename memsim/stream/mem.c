/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The arena and the table of mem.h. */
#include "mem.h"

enum { ARENA_BLOCK = 64 * 1024 };

void msim_arena_init(struct msim_arena *arena, const struct msim_mem *mem)
{
    arena->mem = mem;
    arena->next = NULL;
    arena->left = 0;
}

void *msim_arena_get(struct msim_arena *arena, size_t bytes)
{
    bytes = (bytes + 7) & ~(size_t)7;
    if (bytes > ARENA_BLOCK / 8)
        return msim_get(arena->mem, bytes, 8);
    if (bytes > arena->left) {
        arena->next = msim_get(arena->mem, ARENA_BLOCK, 8);
        arena->left = ARENA_BLOCK;
    }
    void *got = arena->next;
    arena->next += bytes;
    arena->left -= bytes;
    return got;
}

void msim_table_init(struct msim_table *table, const struct msim_mem *mem, size_t element,
                     uint32_t most)
{
    table->mem = mem;
    size_t blocks = ((size_t)most + MSIM_TABLE_BLOCK - 1) >> MSIM_TABLE_SHIFT;
    table->blocks = msim_get(mem, blocks * sizeof *table->blocks, 8);
    table->element = element;
    table->used = 0;
    table->most = most;
}

void *msim_table_add(struct msim_table *table)
{
    size_t block = table->used >> MSIM_TABLE_SHIFT;
    if (table->used == table->most)
        return NULL;
    if (!table->blocks[block])
        table->blocks[block] = msim_get(table->mem, table->element << MSIM_TABLE_SHIFT, 64);
    return msim_table_at(table, table->used++);
}
