/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rows of rows.h. */
#include "rows.h"

void msim_interval_rows_init(struct msim_interval_rows *rows, const struct msim_mem *mem,
                             uint64_t length, uint32_t most)
{
    *rows = (struct msim_interval_rows){.most = most, .length = length, .joined = 1};
    msim_table_init(&rows->table, mem, sizeof(struct msim_interval), most);
}

uint64_t msim_interval_end(const struct msim_interval_rows *rows, uint64_t time)
{
    uint64_t length, end;
    if (__builtin_mul_overflow(rows->length, rows->joined, &length) ||
        __builtin_mul_overflow(time / length + 1, length, &end))
        return UINT64_MAX;
    return end;
}

void msim_interval_join(struct msim_interval *to, const struct msim_interval *from)
{
    to->to = from->to;
    to->clock = from->clock;
    to->slot = from->slot;
    to->mark = from->mark;
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++) {
        to->refs[kind] += from->refs[kind];
        for (unsigned i = 0; i < MSIM_SHARED_COUNTS; i++)
            to->shared[kind][i] += from->shared[kind][i];
    }
    msim_largest_join(&to->functions, &from->functions);
    msim_largest_join(&to->parts, &from->parts);
}

/* The slot in which a row begins. */
static uint64_t begins(const struct msim_interval_rows *rows, uint32_t number)
{
    return number ? msim_interval_at(rows, number - 1)->slot : rows->first;
}

/* Adds a row, or to the last one if that has not reached the end of its interval. */
static void put(struct msim_interval_rows *rows, const struct msim_interval *row)
{
    if (rows->goes_on)
        msim_interval_join(msim_interval_at(rows, rows->table.used - 1), row);
    else
        *(struct msim_interval *)msim_table_add(&rows->table) = *row;
    rows->goes_on = row->slot == begins(rows, rows->table.used - 1);
}

static void double_interval(struct msim_interval_rows *rows)
{
    uint32_t used = rows->table.used;
    rows->table.used = 0;
    rows->goes_on = false;
    rows->first /= 2;
    rows->joined *= 2;
    for (uint32_t i = 0; i < used; i++) {
        struct msim_interval row = *msim_interval_at(rows, i);
        row.slot /= 2;
        put(rows, &row);
    }
}

void msim_interval_add(struct msim_interval_rows *rows, struct msim_interval *row, uint64_t time)
{
    row->slot = msim_interval_slot(rows, time);
    put(rows, row);
    while (rows->table.used == rows->most)
        double_interval(rows);
}

void msim_interval_rows_clear(struct msim_interval_rows *rows, uint64_t time)
{
    rows->table.used = 0;
    rows->goes_on = false;
    rows->first = msim_interval_slot(rows, time);
}
