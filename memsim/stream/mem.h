/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory for the freestanding layers: everything they own comes from the allocator that is passed
 * in.
 *
 * stream/ and engine/ never free memory while they run: everything they hold grows and lives as
 * long as the run (segments outlive the code they describe, because their counts do).  Two kinds of
 * containers are therefore enough: an arena for things of any size, and a table for equal elements
 * named by an index.  Addresses handed out never move: the instrumented code and the engine keep
 * pointers into both.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Returns zeroed memory aligned to `align` (a power of two up to 64), and never NULL: an allocator
 * that runs out of memory ends the process with a message of its own. */
struct msim_mem {
    void *(*get)(void *self, size_t bytes, size_t align);
    void *self;
};

static inline void *msim_get(const struct msim_mem *mem, size_t bytes, size_t align)
{
    return mem->get(mem->self, bytes, align);
}

/* Bump allocation in blocks, for the many small arrays that belong to segments. */
struct msim_arena {
    const struct msim_mem *mem;
    char *next;
    size_t left;
};

void msim_arena_init(struct msim_arena *arena, const struct msim_mem *mem);
/* Zeroed, aligned to 8. */
void *msim_arena_get(struct msim_arena *arena, size_t bytes);

/*
 * A growing array of equal elements whose addresses never change: a directory of blocks of
 * MSIM_TABLE_BLOCK elements.  Blocks are aligned to 64 bytes, so 64-byte elements are cache lines.
 */
enum { MSIM_TABLE_SHIFT = 9, MSIM_TABLE_BLOCK = 1 << MSIM_TABLE_SHIFT };

struct msim_table {
    const struct msim_mem *mem;
    char **blocks;
    size_t element;
    uint32_t used, most;
};

/* `most` bounds the number of elements; adding one more returns NULL. */
void msim_table_init(struct msim_table *table, const struct msim_mem *mem, size_t element,
                     uint32_t most);
/* Adds one zeroed element; its index is the old `used`. */
void *msim_table_add(struct msim_table *table);

/* The same as msim_table_at, of elements of one type: without a multiplication. */
#define MSIM_TABLE_AT(table, index, type)                                                          \
    ((type *)(void *)(table)->blocks[(index) >> MSIM_TABLE_SHIFT] +                                \
     ((index) & (MSIM_TABLE_BLOCK - 1)))

static inline void *msim_table_at(const struct msim_table *table, uint32_t index)
{
    return table->blocks[index >> MSIM_TABLE_SHIFT] +
           (size_t)(index & (MSIM_TABLE_BLOCK - 1)) * table->element;
}
