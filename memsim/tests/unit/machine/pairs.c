/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts that outgrow their small elements, against plain 64-bit ones: at each limit of the widths,
 * for pairs that do and pairs that do not, and after they were set to 0. */
#include <string.h>

#include "engine/parts/pairs.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { FIRST = 3, SECOND = 5, STEPS = 20000 };

struct times {
    struct unit_memory memory;
    struct msim_small_times times;
    uint64_t model[FIRST][SECOND];
};

static void add(struct times *t, uint32_t first, uint32_t second, uint64_t more)
{
    msim_small_times_add(&t->times, first, second, more);
    t->model[first][second] += more;
}

static void compare(const struct times *t)
{
    for (uint32_t i = 0; i < t->times.small.table.used; i++) {
        const struct msim_pair *pair = msim_small_pair(&t->times.small, i);
        ck_assert_uint_eq(msim_small_times_at(&t->times, i), t->model[pair->first][pair->second]);
    }
}

UNIT_TEST(times)
{
    static const uint64_t more[] = {
        1, UINT32_MAX - 1, UINT32_MAX, UINT64_C(1) << 32, UINT32_MAX, 1, 7, UINT64_C(1) << 60};
    static struct times t;
    unit_memory_start(&t.memory);
    msim_small_times_init(&t.times, &t.memory.mem);
    for (uint32_t i = 0; i < sizeof more / sizeof *more; i++) {
        add(&t, 1, 2, more[i]);
        add(&t, 2, 2, i);
        add(&t, i % FIRST, 4, more[i] / 3);
        compare(&t);
    }
    ck_assert_uint_eq(t.times.small.table.used, 5);
    ck_assert_uint_lt(t.times.large.table.used, 5);
    for (uint32_t i = 0; i < t.times.small.table.used; i++)
        msim_small_times_reset(&t.times, i);
    memset(t.model, 0, sizeof t.model);
    compare(&t);
    add(&t, 1, 2, 9);
    compare(&t);
    unit_memory_end(&t.memory);
}

UNIT_TEST(rows)
{
    static struct msim_row model[FIRST][SECOND];
    struct unit_memory memory;
    struct msim_small_rows rows;
    struct unit_random random = {11};
    unit_memory_start(&memory);
    msim_small_rows_init(&rows, &memory.mem);
    for (unsigned step = 0; step < STEPS; step++) {
        uint32_t first = (uint32_t)unit_below(&random, FIRST), second = first ? 1 : step % SECOND;
        enum msim_kind kind = (enum msim_kind)unit_below(&random, MSIM_KINDS);
        enum msim_count count =
            step % 2 ? MSIM_MISS_L1 : (enum msim_count)unit_below(&random, MSIM_ALL_COUNTS);
        uint64_t times = step % 3 ? 1 : unit_below(&random, 700);
        msim_small_rows_count(&rows, first, second, kind, count, times);
        model[first][second].count[kind][count] += times;
    }
    ck_assert_uint_eq(rows.small.table.used, SECOND + FIRST - 1);
    for (uint32_t i = 0; i < rows.small.table.used; i++) {
        const struct msim_pair *pair = msim_small_pair(&rows.small, i);
        struct msim_row row = msim_small_rows_at(&rows, i);
        ck_assert(!memcmp(&row, &model[pair->first][pair->second], sizeof row));
        msim_small_rows_reset(&rows, i);
        row = msim_small_rows_at(&rows, i);
        ck_assert(msim_row_is_zero(&row));
    }
    unit_memory_end(&memory);
}
