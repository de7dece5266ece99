/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is mapped where, from the events MAP, UNMAP, MOVE and PROTECT of the stream.
 *
 * Mappings are ranges of addresses that do not overlap, each with its backing, in a treap: a search
 * tree by address that is also a heap by a random number, and thus balanced for any sequence of
 * changes.  A change splits the tree at an address, once or twice, and joins the pieces.  Adjacent
 * mappings are merged if the kernel merges them.
 *
 * Cost: 64 bytes for each mapping of any size; nodes of unmapped ones are reused.  Changes and
 * look-ups are O(log n).
 */
#pragma once

#include "stream/event.h"
#include "stream/mem.h"

struct msim_mapping {
    uint64_t start, end;
    uint64_t offset; /* of the start, in the file */
    uint32_t name;   /* of the file, a string + 1; 0: no file */
    uint32_t bss_of; /* the file whose zeroed variables these are, likewise; `name` is 0 then */
    uint32_t flags;  /* MSIM_MAP_ */
    struct msim_mapping *left, *right;
    uint32_t rank;
};

/* The backing of a page; from MSIM_BACKED_FILE on, a file or its .bss: that plus twice the number
 * of the file's name, and 1 for the .bss. */
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

/* The mapping that contains `address`; NULL: none does. */
const struct msim_mapping *msim_mapping_of(const struct msim_mappings *mappings, uint64_t address);

/* The backing of a mapping's pages; NULL: no mapping event covered them. */
static inline uint32_t msim_backing_of(const struct msim_mapping *mapping)
{
    if (!mapping)
        return MSIM_BACKED_UNKNOWN;
    if (mapping->name)
        return MSIM_BACKED_FILE + 2 * (mapping->name - 1);
    if (mapping->bss_of)
        return MSIM_BACKED_FILE + 2 * (mapping->bss_of - 1) + 1;
    if (mapping->flags & MSIM_MAP_STACK)
        return MSIM_BACKED_STACK;
    return mapping->flags & MSIM_MAP_HEAP ? MSIM_BACKED_HEAP : MSIM_BACKED_ANON;
}

static inline bool msim_is_bss(uint32_t backing)
{
    return backing >= MSIM_BACKED_FILE && (backing - MSIM_BACKED_FILE) % 2;
}

/* The string that names the file of a backing from MSIM_BACKED_FILE on. */
static inline uint32_t msim_backing_name(uint32_t backing)
{
    return (backing - MSIM_BACKED_FILE) / 2;
}

static inline bool msim_is_of_tool(const struct msim_mapping *mapping)
{
    return mapping && mapping->flags & MSIM_MAP_TOOL;
}

/* True: something from `start` up to `end` is mapped. */
bool msim_mappings_any(const struct msim_mappings *mappings, uint64_t start, uint64_t end);

/* Adds a mapping, which replaces all that was mapped at its addresses. */
void msim_mappings_add(struct msim_mappings *mappings, const struct msim_mapping *what);

void msim_mappings_remove(struct msim_mappings *mappings, uint64_t start, uint64_t end);

/* Maps at `to` what is mapped at `from`, for `bytes` bytes. */
void msim_mappings_copy(struct msim_mappings *mappings, uint64_t from, uint64_t to, uint64_t bytes);

/* Sets MSIM_MAP_READ, _WRITE and _EXEC to those of `flags`. */
void msim_mappings_protect(struct msim_mappings *mappings, uint64_t start, uint64_t end,
                           uint32_t flags);
