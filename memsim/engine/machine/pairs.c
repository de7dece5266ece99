/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The look-up of pairs.h. */
#include "pairs.h"

#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_pair *pair = element;
    return (uint32_t)msim_mix((uint64_t)pair->first << 32 | pair->second);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_pair *a = element, *b = wanted;
    return a->first == b->first && a->second == b->second;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_pair, same_hash), 0};

void msim_pairs_init(struct msim_pairs *pairs, const struct msim_mem *mem, size_t element,
                     uint32_t most)
{
    msim_table_init(&pairs->table, mem, element, most);
    msim_lookup_init(&pairs->lookup, mem, &kind);
}

uint32_t msim_pairs_number(struct msim_pairs *pairs, uint32_t first, uint32_t second)
{
    const struct msim_pair wanted = {.first = first, .second = second};
    uint32_t number = msim_lookup_find(&pairs->lookup, &pairs->table, &wanted);
    if (number != UINT32_MAX)
        return number;
    struct msim_pair *added = msim_table_add(&pairs->table);
    if (!added)
        return UINT32_MAX;
    *added = wanted;
    msim_lookup_add(&pairs->lookup, &pairs->table);
    return pairs->table.used - 1;
}

uint64_t *msim_pairs_times(struct msim_pairs *pairs, uint32_t first, uint32_t second)
{
    uint32_t number = msim_pairs_number(pairs, first, second);
    return number == UINT32_MAX ? NULL : &msim_pair_times_at(pairs, number)->times;
}

struct msim_row *msim_pairs_row(struct msim_pairs *pairs, uint32_t first, uint32_t second)
{
    uint32_t number = msim_pairs_number(pairs, first, second);
    return number == UINT32_MAX ? NULL : &msim_pair_row_at(pairs, number)->row;
}

void msim_pairs_clear_rows(struct msim_pairs *pairs)
{
    for (uint32_t i = 0; i < pairs->table.used; i++)
        msim_pair_row_at(pairs, i)->row = (struct msim_row){0};
}
