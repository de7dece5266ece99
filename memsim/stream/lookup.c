/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The chains of lookup.h. */
#include "lookup.h"

enum { FIRST_SIZE = 1 << 10 };

void msim_lookup_init(struct msim_lookup *lookup, const struct msim_mem *mem,
                      const struct msim_lookup_kind *kind)
{
    lookup->kind = kind;
    lookup->size = FIRST_SIZE;
    lookup->heads = msim_get(mem, FIRST_SIZE * sizeof *lookup->heads, 8);
}

static uint32_t *next_of(const struct msim_lookup *lookup, void *element)
{
    return (uint32_t *)(void *)((char *)element + lookup->kind->next);
}

static uint32_t *head_of(const struct msim_lookup *lookup, const void *element)
{
    return &lookup->heads[lookup->kind->hash(element) & (lookup->size - 1)];
}

uint32_t msim_lookup_find(const struct msim_lookup *lookup, const struct msim_table *table,
                          const void *wanted)
{
    for (uint32_t at = *head_of(lookup, wanted); at;) {
        void *element = msim_table_at(table, at - 1);
        if (lookup->kind->same(element, wanted))
            return at - 1;
        at = *next_of(lookup, element);
    }
    return UINT32_MAX;
}

static void put(struct msim_lookup *lookup, const struct msim_table *table, uint32_t number)
{
    void *element = msim_table_at(table, number);
    uint32_t *head = head_of(lookup, element);
    *next_of(lookup, element) = *head;
    *head = number + 1;
}

void msim_lookup_add(struct msim_lookup *lookup, const struct msim_table *table)
{
    uint32_t from = table->used - 1;
    if (table->used > lookup->size) {
        lookup->size *= 2;
        lookup->heads = msim_get(table->mem, lookup->size * sizeof *lookup->heads, 8);
        from = lookup->kind->first;
    }
    for (uint32_t number = from; number < table->used; number++)
        put(lookup, table, number);
}

uint32_t msim_lookup_number(struct msim_lookup *lookup, struct msim_table *table,
                            const void *wanted)
{
    uint32_t number = msim_lookup_find(lookup, table, wanted);
    if (number != UINT32_MAX)
        return number;
    char *added = msim_table_add(table);
    if (!added)
        return UINT32_MAX;
    for (size_t i = 0; i < table->element; i++)
        added[i] = ((const char *)wanted)[i];
    msim_lookup_add(lookup, table);
    return table->used - 1;
}
