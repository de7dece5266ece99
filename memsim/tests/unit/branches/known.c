/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Branches whose predictability is known: loops, patterns, correlation, chance, returns, targets in turn. */
#include "engine/branches/branches.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { INNER = 0x401000, SECOND = 0x401044, OUTER = 0x401060, OTHER = 0x401090, BRANCH = 0x402000 };

static struct msim_branches *branches;
static struct unit_random chance;

UNIT_BEFORE()
{
    branches = msim_branches_make(&memory.mem, 0);
    chance = (struct unit_random){1};
}

/* 1: mispredicted. */
static unsigned conditional(uint64_t address, bool taken)
{
    return !msim_branches_conditional(branches, address, taken);
}

/* --- Directions ------------------------------------------------------------------------------- */

UNIT_TEST(both_ways)
{
    /* One in four of them does, from the third time on. */
    for (unsigned i = 0; i < 100; i++) {
        conditional(BRANCH, false);
        conditional(OTHER, true);
        conditional(INNER, i % 4 < 2);
        conditional(SECOND, i > 0);
        ck_assert_uint_eq(*msim_branches_both(branches), i >= 2);
    }
}

/* How many branches of a loop of so many rounds are mispredicted. */
static unsigned loop(uint64_t address, unsigned rounds)
{
    unsigned wrong = 0;
    for (unsigned i = 1; i <= rounds; i++)
        wrong += conditional(address, i < rounds);
    return wrong;
}

/* Two loops in one that goes on for ever. */
static unsigned nest(unsigned first, unsigned second)
{
    unsigned wrong = 0;
    for (unsigned i = 1; i <= 100; i++)
        wrong += loop(INNER, first) + loop(SECOND, second) + conditional(OUTER, true);
    return wrong;
}

/* Of loops with fewer rounds than the longest history has bits, the ends are foreseen, too. */
UNIT_FROM(loops, 1, 61)
{
    unsigned rounds = (unsigned)_i;
    ck_assert_uint_le(nest(rounds, 1), 30);
    ck_assert_uint_eq(nest(rounds, 1), 0);
    ck_assert_uint_le(nest(rounds, 7), 30);
    ck_assert_uint_eq(nest(rounds, 7), 0);
}

/* One that is longer than the longest history ends in surprise, and nothing else does. */
UNIT_TEST(long_loop)
{
    nest(300, 1);
    ck_assert_uint_eq(nest(300, 1), 100);
}

/* Each bit of the pattern is one time. */
UNIT_FROM(patterns, 1, 41)
{
    uint64_t pattern = unit_random(&chance);
    unsigned wrong[2] = {0, 0}, length = (unsigned)_i;
    for (unsigned i = 0; i < 200 * length; i++)
        wrong[i / (100 * length)] += conditional(BRANCH, pattern >> i % length & 1);
    ck_assert_uint_le(wrong[0], 2 * length + 4);
    ck_assert_uint_eq(wrong[1], 0);
}

/* A branch that does what another, by chance, did _i branches before. */
UNIT_FROM(correlation, 30, 32)
{
    unsigned wrong[2] = {0, 0};
    for (unsigned i = 0; i < 2000; i++) {
        bool taken = unit_one_in(&chance, 2);
        conditional(OTHER, taken);
        for (int between = 1; between < _i; between++)
            conditional(INNER + 4 * (uint64_t)between, between % 3);
        wrong[i / 1000] += conditional(BRANCH, taken);
    }
    ck_assert_uint_gt(wrong[0], 0);
    ck_assert_uint_le(wrong[1], 5);
}

/* Taken in all but one of so many cases, by chance: what is not the usual case is mispredicted, and little
 * else. */
static void by_chance(unsigned cases)
{
    unsigned wrong = 0, times = 100000, least = times / cases;
    for (unsigned i = 0; i < times; i++)
        wrong += conditional(BRANCH, !unit_one_in(&chance, cases));
    ck_assert_uint_ge(wrong, least * 95 / 100);
    ck_assert_uint_le(wrong, least * 115 / 100);
}

UNIT_TEST(half)
{
    by_chance(2);
}

UNIT_TEST(nine_in_ten)
{
    by_chance(10);
}

/* Neighbours do not disturb each other. */
UNIT_TEST(many)
{
    unsigned wrong = 0;
    for (unsigned round = 0; round < 10; round++, wrong = round < 9 ? 0 : wrong)
        for (uint64_t i = 0; i < 2000; i++)
            wrong += conditional(BRANCH + 6 * i, i % 3 == 0);
    ck_assert_uint_eq(wrong, 0);
}

/* --- Returns ---------------------------------------------------------------------------------- */

static unsigned calls(unsigned depth, bool from_one)
{
    unsigned wrong = 0;
    for (unsigned i = 0; i < depth; i++)
        msim_branches_call(branches, 0x403000 + (from_one ? 0 : 8 * i));
    for (unsigned i = depth; i-- > 0;)
        wrong += !msim_branches_return(branches, 0x403000 + (from_one ? 0 : 8 * i));
    return wrong;
}

UNIT_TEST(returns)
{
    for (unsigned depth = 0; depth < 100; depth++)
        ck_assert_uint_eq(calls(depth, false), depth > 32 ? depth - 32 : 0);
    calls(32, true); /* deep recursion from one place leaves the same everywhere */
    ck_assert_uint_eq(calls(100, true), 0);
}

/* Another thread's calls are not one's own; what it calls itself is known. */
UNIT_TEST(returns_of_another_thread)
{
    for (uint64_t i = 1; i <= 10; i++)
        msim_branches_call(branches, 0x403000 + 8 * i);
    msim_branches_switch(branches);
    ck_assert_uint_eq(calls(10, false), 0);
    for (uint64_t i = 10; i > 0; i--)
        ck_assert(!msim_branches_return(branches, 0x403000 + 8 * i));
}

/* --- Targets ---------------------------------------------------------------------------------- */

static struct msim_goes went;

static unsigned indirect(uint64_t target, bool elsewhere)
{
    unsigned wrong = !msim_branches_indirect(branches, BRANCH, target, &went);
    ck_assert_int_eq(elsewhere, went.elsewhere);
    return wrong;
}

UNIT_TEST(one_target)
{
    ck_assert_uint_eq(indirect(0x404000, false), 1);
    for (unsigned i = 0; i < 100; i++)
        ck_assert_uint_eq(indirect(0x404000, false), 0);
    ck_assert_uint_eq(indirect(0x404040, true), 1);
    indirect(0x404000, true);
    indirect(0x404000, false);
}

UNIT_TEST(the_second_target_is_kept)
{
    static const struct {
        uint64_t target;
        bool several, elsewhere, aside;
    } goes[] = {{1, false, false, false}, {1, false, false, false}, {2, true, true, false},
                {2, true, false, false},  {1, true, true, true},    {1, true, false, true},
                {3, true, true, true},    {2, true, true, false}};
    for (unsigned i = 0; i < sizeof goes / sizeof *goes; i++) {
        indirect(0x404000 + 64 * goes[i].target, goes[i].elsewhere);
        ck_assert_int_eq(goes[i].several, went.several);
        ck_assert_int_eq(goes[i].aside, went.aside);
    }
}

/* Four targets in turn, with _i other branches in between. */
UNIT_EACH(turns, 20)
{
    unsigned wrong[2] = {0, 0};
    indirect(0x404000, false);
    for (unsigned i = 1; i < 200; i++) {
        for (int between = 0; between < _i; between++)
            conditional(INNER, true);
        wrong[i / 100] += indirect(0x404000 + 64 * (i % 4), true);
    }
    ck_assert_uint_le(wrong[0], 20);
    ck_assert_uint_eq(wrong[1], 0);
}

/* Where the history has four bits of targets, it does not tell functions that are at multiples of 16
 * from each other; it does if their places differ in these bits. */
static unsigned by_turns(uint64_t distance)
{
    unsigned wrong = 0;
    branches = msim_branches_make(&memory.mem, 4);
    indirect(0x404000, false);
    for (unsigned i = 1; i < 400; i++) {
        unsigned missed = indirect(0x404000 + distance * (i % 4), true);
        wrong += i < 200 ? 0 : missed;
    }
    return wrong;
}

UNIT_TEST(aligned)
{
    ck_assert_uint_eq(by_turns(16), 200);
    ck_assert_uint_eq(by_turns(1), 0);
}

/* Each target is what the last conditional branches said. */
UNIT_TEST(foretold)
{
    unsigned wrong = 0;
    unsigned last = 4;
    indirect(0x404000, false);
    indirect(0x404100, true);
    for (unsigned i = 0; i < 2000; i++) {
        unsigned number = (unsigned)unit_below(&chance, 4);
        conditional(OTHER, number & 1);
        conditional(OUTER, number & 2);
        unsigned missed = indirect(0x404000 + 64 * number, number != last);
        last = number;
        wrong += i < 1000 ? 0 : missed;
    }
    ck_assert_uint_le(wrong, 10);
}
