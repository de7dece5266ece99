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

/* --- Small counts ------------------------------------------------------------------------- */

struct times {
    struct msim_pair pair;
    uint32_t times;
};

struct row {
    struct msim_pair pair;
    uint8_t count[MSIM_KINDS][MSIM_ALL_COUNTS];
};

void msim_small_times_init(struct msim_small_times *times, const struct msim_mem *mem)
{
    msim_pairs_init(&times->small, mem, sizeof(struct times), MSIM_PAIRS_MAX);
    msim_pairs_init(&times->large, mem, sizeof(struct msim_pair_times), MSIM_PAIRS_MAX);
}

void msim_small_rows_init(struct msim_small_rows *rows, const struct msim_mem *mem)
{
    msim_pairs_init(&rows->small, mem, sizeof(struct row), MSIM_PAIRS_MAX);
    msim_pairs_init(&rows->large, mem, sizeof(struct msim_pair_row), MSIM_PAIRS_MAX);
}

/* The number in `large` of a pair; UINT32_MAX: it has none. */
static uint32_t large_of(const struct msim_pairs *large, const struct msim_pair *pair)
{
    return msim_lookup_find(&large->lookup, &large->table, pair);
}

/* How often. */

static struct times *times_at(const struct msim_small_times *times, uint32_t number)
{
    return MSIM_TABLE_AT(&times->small.table, number, struct times);
}

void msim_small_times_add(struct msim_small_times *times, uint32_t first, uint32_t second,
                          uint64_t more)
{
    uint32_t number = msim_pairs_number(&times->small, first, second);
    if (number == UINT32_MAX)
        return;
    struct times *small = times_at(times, number);
    if (more <= UINT32_MAX - small->times) {
        small->times += (uint32_t)more;
        return;
    }
    uint64_t *large = msim_pairs_times(&times->large, first, second);
    if (!large)
        return;
    *large += small->times + more;
    small->times = 0;
}

uint64_t msim_small_times_at(const struct msim_small_times *times, uint32_t number)
{
    const struct times *small = times_at(times, number);
    uint32_t large = large_of(&times->large, &small->pair);
    return small->times +
           (large == UINT32_MAX ? 0 : msim_pair_times_at(&times->large, large)->times);
}

void msim_small_times_reset(struct msim_small_times *times, uint32_t number)
{
    struct times *small = times_at(times, number);
    uint32_t large = large_of(&times->large, &small->pair);
    small->times = 0;
    if (large != UINT32_MAX)
        msim_pair_times_at(&times->large, large)->times = 0;
}

/* Rows. */

static struct row *row_at(const struct msim_small_rows *rows, uint32_t number)
{
    return MSIM_TABLE_AT(&rows->small.table, number, struct row);
}

void msim_small_rows_count(struct msim_small_rows *rows, uint32_t first, uint32_t second,
                           enum msim_kind kind, enum msim_count count, uint64_t times)
{
    uint32_t number = msim_pairs_number(&rows->small, first, second);
    if (number == UINT32_MAX)
        return;
    uint8_t *small = &row_at(rows, number)->count[kind][count];
    if (times <= (uint64_t)(UINT8_MAX - *small)) {
        *small += (uint8_t)times;
        return;
    }
    struct msim_row *large = msim_pairs_row(&rows->large, first, second);
    if (!large)
        return;
    large->count[kind][count] += *small + times;
    *small = 0;
}

struct msim_row msim_small_rows_at(const struct msim_small_rows *rows, uint32_t number)
{
    const struct row *small = row_at(rows, number);
    uint32_t large = large_of(&rows->large, &small->pair);
    struct msim_row row = {0};
    if (large != UINT32_MAX)
        row = msim_pair_row_at(&rows->large, large)->row;
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned count = 0; count < MSIM_ALL_COUNTS; count++)
            row.count[kind][count] += small->count[kind][count];
    return row;
}

void msim_small_rows_reset(struct msim_small_rows *rows, uint32_t number)
{
    struct row *small = row_at(rows, number);
    uint32_t large = large_of(&rows->large, &small->pair);
    *small = (struct row){.pair = small->pair};
    if (large != UINT32_MAX)
        msim_pair_row_at(&rows->large, large)->row = (struct msim_row){0};
}
