/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Companions of arrays against a list of blocks in order of use, and the arrays against arrays that
 * have none.  The list can be given a fault, to show that the comparison finds it.
 */
#include "engine/arrays/companion.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { LINES_MAX = 600, STEPS = 60000 };

enum fault { NO_FAULT, ONE_LINE_MORE, NO_MOVE, FAULTS };

struct list {
    uint64_t block[LINES_MAX + 2];
    uint32_t used, lines;
    enum fault fault;
};

/* True if it missed. */
static bool list_touch(struct list *list, uint64_t block)
{
    uint32_t lines = list->lines + (list->fault == ONE_LINE_MORE), at = 0;
    while (at < list->used && list->block[at] != block)
        at++;
    bool missed = at == list->used;
    if (!missed && list->fault == NO_MOVE)
        return false;
    if (missed && list->used < lines)
        list->used++;
    if (at == lines)
        at--;
    memmove(list->block + 1, list->block, at * sizeof *list->block);
    list->block[0] = block;
    return missed;
}

struct shape {
    uint64_t sets;
    uint32_t ways, times;
    uint64_t blocks; /* different ones that are referenced */
};

/* Phases: anywhere, a part of all, up and down, few of one set, and one beyond 32 bits. */
static uint64_t next_block(const struct shape *shape, uint32_t step)
{
    uint64_t random = (uint64_t)rand();
    switch (step / 700 % 5) {
    case 0:
        return random % shape->blocks;
    case 1:
        return step / 3500 + random % (shape->sets * shape->ways + 2);
    case 2:
        return step % shape->blocks;
    case 3:
        return random % (2 * shape->ways + 1) * shape->sets;
    default:
        return random % 8 ? random % (shape->blocks / 2 + 1) : (random % 5 << 33) + step % 3;
    }
}

static struct msim_array make_array(const struct shape *shape)
{
    struct msim_array array;
    msim_array_init(&array, &memory.mem, shape->sets, shape->ways, 6, NULL);
    return array;
}

/* False: the list and the companions differ. */
static bool agree(const struct shape *shape, enum fault fault, unsigned seed)
{
    struct msim_array with = make_array(shape), without = make_array(shape);
    uint32_t lines = (uint32_t)shape->sets * shape->ways;
    struct list list = {.lines = lines, .fault = fault};
    struct msim_companion *companion = msim_companion_new(&memory.mem, &with, lines, shape->times);
    struct msim_companion *alone = msim_companion_new(&memory.mem, NULL, lines, shape->times);
    srand(seed);
    for (uint32_t step = 1; step <= STEPS; step++) {
        uint64_t block = next_block(shape, step);
        bool missed = false, wanted = list_touch(&list, block);
        bool in_array = msim_companion_touch(companion, block, &missed);
        ck_assert_int_eq(in_array, msim_array_touch(&without, block, step));
        if (missed != wanted || msim_companion_touch_alone(alone, block) != wanted)
            return false;
    }
    return true;
}

static const struct shape shapes[] = {
    {64, 8, 0, 2000},  {64, 8, 1, 2000}, {16, 4, 1, 100},  {1, 16, 1, 40},  {128, 1, 1, 500},
    {12, 6, 1, 200},   {3, 32, 0, 300},  {4, 33, 1, 400},  {8, 64, 0, 900}, {1, 1, 1, 3},
    {300, 2, 1, 5000}, {2, 2, 1, 7},     {37, 16, 0, 800},
};

UNIT_ROWS(counts_as_the_list, shapes)
{
    for (unsigned seed = 1; seed <= 3; seed++)
        ck_assert_msg(agree(&shapes[_i], NO_FAULT, seed), "shape %d, seed %u", _i, seed);
}

UNIT_TEST(finds_planted_faults)
{
    for (enum fault fault = ONE_LINE_MORE; fault < FAULTS; fault++)
        ck_assert_msg(!agree(&shapes[0], fault, 1), "fault %d", (int)fault);
}
