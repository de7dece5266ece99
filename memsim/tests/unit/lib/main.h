/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every unit test includes: Check's assertions, and what makes a function a test.
 *
 * Each assertion that holds would write its file and line to a temporary file, so that Check can
 * report the last one of a test that crashes in a child process.  These tests run in one process
 * (CK_FORK=no), where that is of no use, and a comparison with a model asserts a million times:
 * writing took most of the time of some unit tests.  An assertion that fails reports its own place.
 */
#pragma once

#include <check.h>
#include <stdlib.h>

#define _mark_point(file, line) ((void)0)

/* A test is UNIT_TEST(NAME) and its body, or UNIT_EACH(NAME, COUNT), which runs for each `_i` below
 * the count, UNIT_ROWS(NAME, TABLE) for each row of an array, and UNIT_FROM(NAME, FROM, TO) from a
 * number on.  Tests add themselves to what the program runs, in their order. */
#define UNIT_TEST(name)        UNIT_FROM(name, 0, 1)
#define UNIT_EACH(name, count) UNIT_FROM(name, 0, count)
#define UNIT_ROWS(name, table) UNIT_FROM(name, 0, (int)(sizeof table / sizeof *table))
#define UNIT_FROM(name, from, to)                                                                  \
    static void name(int _i);                                                                      \
    __attribute__((constructor)) static void name##_add(void)                                      \
    {                                                                                              \
        static const TTest test = {#name, name, __FILE__, __LINE__};                               \
        unit_add(&test, from, to);                                                                 \
    }                                                                                              \
    static void name(int _i __attribute__((unused)))

/* And its body: what runs before, or after, each test of the file. */
#define UNIT_BEFORE() UNIT_AROUND(before_each, before_each, NULL)
#define UNIT_AFTER()  UNIT_AROUND(after_each, NULL, after_each)
#define UNIT_AROUND(name, before, after)                                                           \
    static void name(void);                                                                        \
    __attribute__((constructor)) static void name##_add(void)                                      \
    {                                                                                              \
        unit_around(before, after);                                                                \
    }                                                                                              \
    static void name(void)

void unit_add(const TTest *test, int from, int to);
void unit_around(void (*before)(void), void (*after)(void));

/* How many random programs to try: half of `all`, or in a sanitized program a tenth, rounded up.
 * The sanitized program also looks for misuse of memory, which most programs would show, and takes
 * several times as long for each.  With UNIT_ROUNDS=all in the environment both try all:
 * check/rounds does so, as wrong counts may need one program in a hundred. */
int unit_rounds(int all);
