/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The objects that references belong to, each with a number from 1:
 *
 *     heap        blocks that were allocated by one call stack, of one class of sizes
 *     static      variables of a loaded file, by their addresses in it
 *     tls         thread-local variables, from the thread pointer
 *     stack       variables of a function, from where its frame begins
 *     mapped      a mapped file, or (file 0) anonymous mappings that one function made
 *     allocator   memory of the heap in which no block is live: headers, free blocks
 *     code        instructions of a loaded file
 *     unknown     everything else
 *
 * Sizes of heap blocks are classes of their own up to MSIM_EXACT_SIZES bytes; above, the sizes up
 * to a power of two are one.
 */
#pragma once

#include "stream/lookup.h"

enum { MSIM_EXACT_SIZES = 4096 };

enum msim_object_kind {
    MSIM_OBJECT_UNKNOWN,
    MSIM_OBJECT_HEAP,
    MSIM_OBJECT_STATIC,
    MSIM_OBJECT_TLS,
    MSIM_OBJECT_STACK,
    MSIM_OBJECT_MAPPED,
    MSIM_OBJECT_ALLOCATOR,
    MSIM_OBJECT_CODE,
    MSIM_OBJECT_KINDS
};

struct msim_object {
    enum msim_object_kind kind;
    uint32_t of; /* heap: a call of the dictionary; stack: a function; else a file, a string + 1 */
    uint64_t low, high;     /* heap: sizes in bytes; mapped, without a file: low, a function */
    uint64_t blocks, bytes; /* heap: how many there were, and their bytes */
    uint32_t same_hash;
};

enum { MSIM_RECENT_OWNERS = 512 };

struct msim_owners {
    struct msim_table table; /* element 0 is no object */
    struct msim_lookup lookup;
    uint32_t recent[MSIM_RECENT_OWNERS]; /* by hash: an object; 0: none */
};

void msim_owners_init(struct msim_owners *owners, const struct msim_mem *mem);

/* The number of an object, which is added if it is new; that of the unknown object if there are too
 * many. */
uint32_t msim_owner_of(struct msim_owners *owners, enum msim_object_kind kind, uint32_t of);
/* Anonymous memory that the function mapped; 0: unknown. */
uint32_t msim_owner_of_memory(struct msim_owners *owners, uint32_t function);
uint32_t msim_owner_of_blocks(struct msim_owners *owners, uint32_t call, uint64_t bytes);

static inline struct msim_object *msim_object_at(const struct msim_owners *owners, uint32_t number)
{
    return msim_table_at(&owners->table, number);
}
