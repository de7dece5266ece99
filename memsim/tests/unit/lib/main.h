/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every unit test includes: Check's assertions, and what its main function calls.
 *
 * Each assertion that holds would write its file and line to a temporary file, so that Check can
 * report the last one of a test that crashes in a child process.  These tests run in one process
 * (CK_FORK=no), where that is of no use, and a comparison with a model asserts a million times:
 * writing took most of the time of some unit tests.  An assertion that fails reports its own place.
 */
#ifndef MSIM_TESTS_UNIT_LIB_MAIN_H
#define MSIM_TESTS_UNIT_LIB_MAIN_H

#include <check.h>
#include <stdlib.h>

#define _mark_point(file, line) ((void)0)

/* Runs the suite; the exit status.  When it is terminated, it prints which test was running. */
int unit_run(Suite *suite);

/* How many random programs to try: half of `all`, or in a sanitized program a tenth, rounded up.
 * The sanitized program also looks for misuse of memory, which most programs would show, and takes
 * several times as long for each.  With UNIT_ROUNDS=all in the environment both try all:
 * check/rounds does so, as wrong counts may need one program in a hundred. */
int unit_rounds(int all);

#endif
