/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rows of intervals: joined, they are what an interval twice as long would have made; and the
 * largest of sums are those that a sort finds. */
#include "engine/time/rows.h"

#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { STEPS = 3000, LENGTH = 100 };

/* Where segments end, and what each of them reads. */
struct run {
    uint64_t end[STEPS];
    uint64_t reads[STEPS];
};

static void make_run(struct run *run, uint64_t seed, uint64_t longest)
{
    struct unit_random random = {seed};
    uint64_t at = 0;
    for (int i = 0; i < STEPS; i++) {
        at += 1 + unit_below(&random, longest);
        run->end[i] = at;
        run->reads[i] = unit_below(&random, 5);
    }
}

/* Feeds the rows as the observer does; what is left at the end is no row. */
static void feed(struct msim_interval_rows *rows, const struct run *run)
{
    struct msim_interval row = {0};
    uint64_t limit = msim_interval_end(rows, 0);
    for (int i = 0; i < STEPS; i++) {
        row.refs[MSIM_READ] += run->reads[i];
        if (run->end[i] < limit)
            continue;
        row.to = run->end[i];
        msim_interval_add(rows, &row, run->end[i]);
        row = (struct msim_interval){0};
        limit = msim_interval_end(rows, run->end[i]);
    }
}

/* True: the rows are those of an interval of `length` from the start. The last one may go on. */
static bool are_of(const struct msim_interval_rows *rows, const struct run *run, uint64_t length)
{
    uint64_t reads = 0, limit = length;
    uint32_t row = 0;
    for (int i = 0; i < STEPS && row < rows->table.used; i++) {
        const struct msim_interval *is = msim_interval_at(rows, row);
        reads += run->reads[i];
        bool ends = run->end[i] >= limit;
        bool last = row + 1 == rows->table.used && rows->goes_on && is->to == run->end[i];
        if (!ends && !last)
            continue;
        if (is->to != run->end[i] || is->refs[MSIM_READ] != reads)
            return false;
        reads = 0;
        limit = (run->end[i] / length + 1) * length;
        row++;
    }
    return row == rows->table.used;
}

static struct msim_interval_rows rows_of(const struct run *run, uint32_t most)
{
    struct msim_interval_rows rows;
    msim_interval_rows_init(&rows, &memory.mem, LENGTH, most);
    feed(&rows, run);
    return rows;
}

UNIT_TEST(rows_are_those_of_the_longer_interval)
{
    static const uint64_t longest[] = {1, 7, 90, 450};
    static const uint32_t most[] = {2, 3, 10, 11, 64, 1000, 100000};
    for (unsigned i = 0; i < sizeof longest / sizeof *longest; i++)
        for (unsigned k = 0; k < sizeof most / sizeof *most; k++) {
            static struct run run;
            make_run(&run, i + 1, longest[i]);
            struct msim_interval_rows rows = rows_of(&run, most[k]);
            ck_assert(rows.table.used && rows.table.used < most[k]);
            ck_assert(are_of(&rows, &run, LENGTH * rows.joined));
        }
}

UNIT_TEST(finds_planted_fault)
{
    static struct run run;
    make_run(&run, 1, 90);
    struct msim_interval_rows rows = rows_of(&run, 64);
    msim_interval_at(&rows, 3)->refs[MSIM_READ]++;
    ck_assert(!are_of(&rows, &run, LENGTH * rows.joined));
}

UNIT_TEST(ends_do_not_overflow)
{
    struct msim_interval_rows rows;
    msim_interval_rows_init(&rows, &memory.mem, UINT64_MAX / 2, 10);
    ck_assert(msim_interval_end(&rows, 5) == UINT64_MAX / 2);
    ck_assert(msim_interval_end(&rows, UINT64_MAX - 1) == UINT64_MAX);
}

/* --- Tallies ------------------------------------------------------------------------------ */

enum { NUMBERS = 40 };

/* The place of a number among all sums, largest first. */
static uint32_t place_of(const uint64_t *sum, uint32_t number)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < NUMBERS; i++)
        place += sum[i] > sum[number] || (sum[i] == sum[number] && i < number);
    return place;
}

static bool are_largest(const struct msim_largest *largest, const uint64_t *sum)
{
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < NUMBERS; i++)
        wanted += sum[i] != 0;
    wanted = wanted < MSIM_LARGEST ? wanted : MSIM_LARGEST;
    for (uint32_t i = 0; i < largest->used; i++)
        if (largest->sum[i] != sum[largest->number[i]] || place_of(sum, largest->number[i]) != i)
            return false;
    return largest->used == wanted;
}

UNIT_TEST(the_largest_are_kept)
{
    struct unit_random random = {7};
    struct msim_tally tally;
    msim_tally_init(&tally, &memory.mem, NUMBERS);
    msim_tally_extend(&tally, NUMBERS);
    for (int round = 0; round < 200; round++) {
        uint64_t sum[NUMBERS] = {0};
        for (uint64_t adds = unit_below(&random, 60); adds; adds--) {
            uint32_t number = (uint32_t)unit_below(&random, NUMBERS);
            uint64_t by = unit_below(&random, 4);
            sum[number] += by;
            msim_tally_add(&tally, number, by);
        }
        struct msim_largest largest = msim_tally_largest(&tally);
        ck_assert(are_largest(&largest, sum));
        if (largest.used) {
            largest.sum[0]++;
            ck_assert(!are_largest(&largest, sum));
        }
        msim_tally_clear(&tally);
        largest = msim_tally_largest(&tally);
        ck_assert(largest.used == 0);
    }
}

/* Few enough that none is lost. */
UNIT_TEST(joined_sums_are_added)
{
    struct msim_largest a = {.sum = {9, 5, 1}, .number = {4, 2, 7}, .used = 3};
    const struct msim_largest b = {.sum = {8, 6}, .number = {7, 3}, .used = 2};
    const uint64_t sum[NUMBERS] = {[2] = 5, [3] = 6, [4] = 9, [7] = 9};
    msim_largest_join(&a, &b);
    ck_assert(are_largest(&a, sum));
}
