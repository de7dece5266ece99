/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting by a caller's order: every element is there once, in order, and equal ones keep
 * theirs. */
#include <stdlib.h>

#include "engine/base/sort.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

struct keys {
    uint32_t *key;
};

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct keys *keys = context;
    return keys->key[a] < keys->key[b];
}

static const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100, 1000, 4097};

enum { COUNTS = sizeof counts / sizeof *counts };

/* Keys below `limit`: with few of them many are equal. */
static void sorts(uint32_t count, uint32_t limit)
{
    struct unit_memory memory;
    struct unit_random random = {count};
    unit_memory_start(&memory);
    struct keys keys = {msim_get(&memory.mem, count * sizeof *keys.key, 8)};
    for (uint32_t i = 0; i < count; i++)
        keys.key[i] = (uint32_t)unit_below(&random, limit);
    const uint32_t *sorted = msim_sorted(&memory.mem, count, before, &keys);
    for (uint32_t i = 1; i < count; i++) {
        uint32_t a = sorted[i - 1], b = sorted[i];
        ck_assert_uint_lt(b, count);
        ck_assert(keys.key[a] < keys.key[b] || (keys.key[a] == keys.key[b] && a < b));
    }
    ck_assert(count == 0 || sorted[0] < count); /* with the above: each number once */
    unit_memory_end(&memory);
}

UNIT_EACH(sorted, COUNTS)
{
    sorts(counts[_i], 1);
    sorts(counts[_i], 3);
    sorts(counts[_i], 50);
    sorts(counts[_i], UINT32_MAX);
}
