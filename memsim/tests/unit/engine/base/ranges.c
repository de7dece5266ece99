/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Ranges of addresses against a model too simple to be wrong: an array with the owner of each
 * address, and whether a range begins there.  The model can be given a fault, to show that the
 * comparison finds it.
 */
#include "engine/base/ranges.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { ADDRESSES = 400, OWNERS = 4, STEPS = 4000 };

enum fault {
    NO_FAULT,
    KEEPS_LAST,   /* the last address of what is taken */
    JOINS_NONE,   /* of those that touch */
    JOINS_ANY,    /* also where the owners differ */
    NO_SECOND_CUT /* what lies after a cut is no range of its own */
};

struct model {
    uint32_t owner[ADDRESSES]; /* 0: none */
    bool begins[ADDRESSES];
    enum fault fault;
};

static void model_take(struct model *model, uint64_t first, uint64_t last)
{
    for (uint64_t at = first; at < last + (model->fault != KEEPS_LAST); at++)
        model->owner[at] = 0;
    if (last + 1 < ADDRESSES && model->fault != NO_SECOND_CUT)
        model->begins[last + 1] = true;
}

static void model_add(struct model *model, uint64_t first, uint64_t last, uint32_t owner)
{
    bool joins = first && model->owner[first - 1] == owner;
    joins = joins || (first && model->owner[first - 1] && model->fault == JOINS_ANY);
    for (uint64_t at = first; at <= last; at++) {
        model->owner[at] = owner;
        model->begins[at] = false;
    }
    model->begins[first] = !joins || model->fault == JOINS_NONE;
}

/* The ranges of the model, one after the other, are those of the table. */
static bool same(const struct msim_ranges *ranges, const struct model *model)
{
    uint32_t i = 0;
    for (uint64_t at = 0, last; at < ADDRESSES; at = last + 1) {
        last = at;
        if (!model->owner[at])
            continue;
        while (last + 1 < ADDRESSES && model->owner[last + 1] && !model->begins[last + 1])
            last++;
        const struct msim_range *range = &ranges->range[i];
        if (i++ == ranges->used || range->first != at || range->last != last ||
            range->owner != model->owner[at])
            return false;
    }
    return i == ranges->used;
}

/* A search finds the range that holds the address, or the next one. */
static bool finds(const struct msim_ranges *ranges, const struct model *model, uint64_t address)
{
    uint32_t found = msim_ranges_search(ranges, address);
    uint64_t next = address;
    while (next < ADDRESSES && !model->owner[next])
        next++;
    if (next == ADDRESSES)
        return found == ranges->used;
    return found < ranges->used && ranges->range[found].first <= next &&
           ranges->range[found].last >= next;
}

/* The pieces come in order, each of one owner, and together they are all that was there. */
static bool take(struct msim_ranges *ranges, const struct model *model, uint64_t first,
                 uint64_t last)
{
    struct msim_range taken;
    uint64_t at = first;
    for (; msim_ranges_take(ranges, first, last, &taken); at = taken.last + 1) {
        for (; at < taken.first; at++)
            if (model->owner[at])
                return false;
        for (; at <= taken.last; at++)
            if (model->owner[at] != taken.owner)
                return false;
        if (taken.first < first || taken.last > last || taken.first > taken.last)
            return false;
    }
    for (; at <= last; at++)
        if (model->owner[at])
            return false;
    return true;
}

/* True: the table and the model agree after each of many changes. */
static bool agree(enum fault fault, uint64_t seed)
{
    struct unit_random random = {seed};
    struct model model = {.fault = fault};
    struct msim_ranges ranges;
    msim_ranges_init(&ranges, &memory.mem);
    for (unsigned step = 0; step < STEPS; step++) {
        uint64_t first = unit_below(&random, ADDRESSES);
        uint64_t last = first + unit_below(&random, unit_one_in(&random, 50) ? ADDRESSES : 4);
        uint32_t owner = (uint32_t)unit_below(&random, OWNERS);
        last = last < ADDRESSES ? last : ADDRESSES - 1;
        if (!take(&ranges, &model, first, last))
            return false;
        model_take(&model, first, last);
        if (owner) {
            msim_ranges_add(&ranges, &(struct msim_range){first, last, owner});
            model_add(&model, first, last, owner);
        }
        if (!same(&ranges, &model) || !finds(&ranges, &model, unit_below(&random, ADDRESSES)))
            return false;
    }
    return true;
}

UNIT_EACH(ranges_come_and_go, 6)
{
    ck_assert(agree(NO_FAULT, (uint64_t)_i + 50));
}

UNIT_TEST(finds_planted_faults)
{
    for (enum fault fault = KEEPS_LAST; fault <= NO_SECOND_CUT; fault++)
        ck_assert_msg(!agree(fault, 50), "fault %d", (int)fault);
}

/* Up to the very last address. */
UNIT_TEST(whole_address_space)
{
    struct msim_ranges ranges;
    struct msim_range taken;
    msim_ranges_init(&ranges, &memory.mem);
    ck_assert(!msim_ranges_take(&ranges, 0, UINT64_MAX, &taken));
    msim_ranges_add(&ranges, &(struct msim_range){0, UINT64_MAX, 7});
    ck_assert_uint_eq(msim_ranges_search(&ranges, UINT64_MAX), 0);
    ck_assert(msim_ranges_take(&ranges, 0x1000, 0x1fff, &taken));
    ck_assert(taken.first == 0x1000 && taken.last == 0x1fff && taken.owner == 7);
    ck_assert(!msim_ranges_take(&ranges, 0x1000, 0x1fff, &taken));
    ck_assert_uint_eq(ranges.used, 2);
    ck_assert(ranges.range[0].first == 0 && ranges.range[0].last == 0xfff);
    ck_assert(ranges.range[1].first == 0x2000 && ranges.range[1].last == UINT64_MAX);
    ck_assert(msim_ranges_take(&ranges, UINT64_MAX, UINT64_MAX, &taken));
    ck_assert_uint_eq(taken.first, UINT64_MAX);
    ck_assert_uint_eq(ranges.range[1].last, UINT64_MAX - 1);
}
