/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting numbers: each stands where as many others belong before it; equals keep their order. */

#include "cmd/base/grow.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

struct keys {
    uint32_t *key;
    bool or_equal; /* the planted fault: equals change places */
};

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct keys *keys = context;
    return keys->key[a] < keys->key[b] || (keys->or_equal && keys->key[a] == keys->key[b]);
}

/* How many belong before it. */
static uint32_t place_of(const uint32_t *key, uint32_t count, uint32_t number)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < count; i++)
        place += key[i] < key[number] || (key[i] == key[number] && i < number);
    return place;
}

/* Keys below `limit`. */
static bool agrees(uint32_t count, uint32_t limit, bool or_equal)
{
    struct unit_random random = {count + limit};
    struct keys keys = {msim_zeroed(count, sizeof *keys.key), or_equal};
    bool good = true;
    for (uint32_t i = 0; i < count; i++)
        keys.key[i] = (uint32_t)unit_below(&random, limit);
    uint32_t *order = msim_order(count, before, &keys);
    for (uint32_t i = 0; i < count; i++)
        good &= order[i] < count && place_of(keys.key, count, order[i]) == i;
    free(order);
    free(keys.key);
    return good;
}

static const uint32_t counts[] = {0, 1, 2, 3, 4, 7, 8, 9, 31, 32, 33, 100, 1000};

UNIT_ROWS(sorts, counts)
{
    ck_assert(agrees(counts[_i], 1, false));
    ck_assert(agrees(counts[_i], 3, false));
    ck_assert(agrees(counts[_i], UINT32_MAX, false));
}

UNIT_TEST(finds_planted_fault)
{
    ck_assert(!agrees(100, 3, true));
}
