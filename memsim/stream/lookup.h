/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the number of an element in a table: a hash index, chained through the elements themselves.
 *
 * Cost: 4 to 8 bytes per element, and 4 in the element.
 */
#pragma once

#include <stdbool.h>

#include "mem.h"

/* How elements are compared. */
struct msim_lookup_kind {
    uint32_t (*hash)(const void *element);
    bool (*same)(const void *element, const void *wanted);
    size_t next;    /* offset of the element's uint32_t for the chain */
    uint32_t first; /* elements with smaller numbers are never found */
};

struct msim_lookup {
    const struct msim_lookup_kind *kind;
    uint32_t *heads; /* of chains: number + 1 */
    uint32_t size;   /* a power of two that doubles as the table fills */
};

void msim_lookup_init(struct msim_lookup *lookup, const struct msim_mem *mem,
                      const struct msim_lookup_kind *kind);

/* The number of the element that is the same as `wanted`; UINT32_MAX: it is not in the table. */
uint32_t msim_lookup_find(const struct msim_lookup *lookup, const struct msim_table *table,
                          const void *wanted);

/* Adds the last element of the table, which is new and filled in, to the index. */
void msim_lookup_add(struct msim_lookup *lookup, const struct msim_table *table);

/* The number of the element that is the same as `wanted`; if there is no such element, a copy is
 * added.  UINT32_MAX: the table is full. */
uint32_t msim_lookup_number(struct msim_lookup *lookup, struct msim_table *table,
                            const void *wanted);
