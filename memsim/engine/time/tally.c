/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sums of tally.h. */
#include "tally.h"

#include <stdbool.h>

void msim_tally_init(struct msim_tally *tally, const struct msim_mem *mem, uint32_t most)
{
    msim_table_init(&tally->sums, mem, sizeof(uint64_t), most);
    msim_table_init(&tally->added, mem, sizeof(uint32_t), most);
}

void msim_tally_extend(struct msim_tally *tally, uint32_t numbers)
{
    while (tally->sums.used < numbers && msim_table_add(&tally->sums))
        continue;
}

static bool is_before(const struct msim_largest *largest, uint32_t i, uint32_t number, uint64_t sum)
{
    return sum > largest->sum[i] || (sum == largest->sum[i] && number < largest->number[i]);
}

/* Inserts a sum, if it is among the largest. */
static void put(struct msim_largest *largest, uint32_t number, uint64_t sum)
{
    uint32_t at = largest->used;
    if (at == MSIM_LARGEST) {
        if (!is_before(largest, at - 1, number, sum))
            return;
        at--;
    } else {
        largest->used++;
    }
    for (; at && is_before(largest, at - 1, number, sum); at--) {
        largest->sum[at] = largest->sum[at - 1];
        largest->number[at] = largest->number[at - 1];
    }
    largest->sum[at] = sum;
    largest->number[at] = number;
}

struct msim_largest msim_tally_largest(const struct msim_tally *tally)
{
    struct msim_largest largest = {.used = 0};
    for (uint32_t i = 0; i < tally->added.used; i++) {
        uint32_t number = *MSIM_TABLE_AT(&tally->added, i, uint32_t);
        put(&largest, number, *MSIM_TABLE_AT(&tally->sums, number, uint64_t));
    }
    return largest;
}

void msim_tally_clear(struct msim_tally *tally)
{
    for (uint32_t i = 0; i < tally->added.used; i++)
        *MSIM_TABLE_AT(&tally->sums, *MSIM_TABLE_AT(&tally->added, i, uint32_t), uint64_t) = 0;
    tally->added.used = 0;
}

static uint64_t sum_of(const struct msim_largest *largest, uint32_t number)
{
    for (uint32_t i = 0; i < largest->used; i++)
        if (largest->number[i] == number)
            return largest->sum[i];
    return 0;
}

void msim_largest_join(struct msim_largest *to, const struct msim_largest *from)
{
    struct msim_largest joined = {.used = 0};
    for (uint32_t i = 0; i < to->used; i++)
        put(&joined, to->number[i], to->sum[i] + sum_of(from, to->number[i]));
    for (uint32_t i = 0; i < from->used; i++)
        if (!sum_of(to, from->number[i]))
            put(&joined, from->number[i], from->sum[i]);
    *to = joined;
}
