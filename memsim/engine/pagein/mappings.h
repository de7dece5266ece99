/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is mapped where: the events MAP, UNMAP, MOVE and PROTECT of the stream.
 *
 * Ranges of addresses that do not overlap, each with what is behind it, in a treap: a search tree by
 * address which is a heap by a random number, so it is balanced whatever comes.  A change cuts the tree
 * in two at an address, once or twice, and joins the pieces.  Neighbours that are one mapping for the
 * kernel become one here.
 *
 * Cost: 64 bytes for each range, whatever its size; what is unmapped is used again.  A change or a
 * question is O(log n).
 */
#ifndef MSIM_ENGINE_PAGEIN_MAPPINGS_H
#define MSIM_ENGINE_PAGEIN_MAPPINGS_H

#include "stream/event.h"
#include "stream/mem.h"

struct msim_mapping {
    uint64_t start, end;
    uint64_t offset; /* of the start, in the file */
    uint32_t name;   /* a string + 1; 0: no file */
    uint32_t flags;  /* MSIM_MAP_ */
    struct msim_mapping *left, *right;
    uint32_t rank;
};

/* What is behind a page; from MSIM_BACKED_FILE on a file, the string that much further down. */
enum {
    MSIM_BACKED_UNKNOWN,
    MSIM_BACKED_ANON,
    MSIM_BACKED_HEAP,
    MSIM_BACKED_STACK,
    MSIM_BACKED_FILE
};

struct msim_mappings {
    const struct msim_mem *mem;
    struct msim_arena arena;
    struct msim_mapping *root, *spare; /* spare ones hang on `left` */
    uint32_t random;
};

void msim_mappings_init(struct msim_mappings *mappings, const struct msim_mem *mem);

/* The mapping that holds `address`; NULL: nothing is there. */
const struct msim_mapping *msim_mapping_of(const struct msim_mappings *mappings, uint64_t address);

/* What is behind the pages of a mapping; NULL: of what nobody told. */
static inline uint32_t msim_backing_of(const struct msim_mapping *mapping)
{
    if (!mapping)
        return MSIM_BACKED_UNKNOWN;
    if (mapping->name)
        return MSIM_BACKED_FILE + mapping->name - 1;
    if (mapping->flags & MSIM_MAP_STACK)
        return MSIM_BACKED_STACK;
    return mapping->flags & MSIM_MAP_HEAP ? MSIM_BACKED_HEAP : MSIM_BACKED_ANON;
}

/* Is anything mapped between them? */
bool msim_mappings_any(const struct msim_mappings *mappings, uint64_t start, uint64_t end);

/* `what->start` to `what->end` becomes what it says, whatever was there. */
void msim_mappings_add(struct msim_mappings *mappings, const struct msim_mapping *what);

void msim_mappings_remove(struct msim_mappings *mappings, uint64_t start, uint64_t end);

/* What is mapped from `from` on, for so many bytes, is mapped at `to` as well. */
void msim_mappings_copy(struct msim_mappings *mappings, uint64_t from, uint64_t to, uint64_t bytes);

/* Its MSIM_MAP_READ, _WRITE and _EXEC are those of `flags` from now on. */
void msim_mappings_protect(struct msim_mappings *mappings, uint64_t start, uint64_t end,
                           uint32_t flags);

#endif
