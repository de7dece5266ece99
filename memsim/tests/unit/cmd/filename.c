/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of files with %: as Valgrind expands them, and what is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/files/filename.h"
#include "tests/unit/lib/ends.h"
#include "tests/unit/lib/main.h"

static const struct {
    const char *name, *expanded;
} good[] = {
    {"", ""},
    {"plain", "plain"},
    {"memsim.out.%p", "memsim.out.4711"},
    {"%p.%p", "4711.4711"},
    {"100%%", "100%"},
    {"%%p", "%p"},
    {"%%%p", "%4711"},
    {"%q{UNIT_SET}", "a value"},
    {"<%q{UNIT_SET}>%p", "<a value>4711"},
    {"%q{UNIT_EMPTY}x", "x"},
    {"%q{UNIT_PERCENT}", "%p"}, /* a value is not expanded again */
};

static void set_environment(void)
{
    setenv("UNIT_SET", "a value", 1);
    setenv("UNIT_EMPTY", "", 1);
    setenv("UNIT_PERCENT", "%p", 1);
    unsetenv("UNIT_UNSET");
}

START_TEST(expands)
{
    set_environment();
    char *name = msim_expand_name("--out", good[_i].name, 4711);
    ck_assert_str_eq(name, good[_i].expanded);
    free(name);
}
END_TEST

static const struct {
    const char *name, *why;
} bad[] = {
    {"a%", "expected %p, %q{VARIABLE} or %%"},
    {"%x", "expected %p, %q{VARIABLE} or %%"},
    {"%P", "expected %p, %q{VARIABLE} or %%"},
    {"%q", "expected %q{VARIABLE}"},
    {"%qUNIT_SET", "expected %q{VARIABLE}"},
    {"%q{UNIT_SET", "expected %q{VARIABLE}"},
    {"%q{UNIT_UNSET}", "the environment has no UNIT_UNSET"},
    {"%q{}", "the environment has no "},
};

static void expand(void *name)
{
    free(msim_expand_name("--out", name, 1));
}

START_TEST(refuses)
{
    char expected[128];
    set_environment();
    struct unit_end end = unit_ends(expand, (void *)bad[_i].name);
    snprintf(expected, sizeof expected, "--out=%s: %s", bad[_i].name, bad[_i].why);
    ck_assert_str_eq(end.message, expected);
    ck_assert_int_eq(end.status, MSIM_BAD_USAGE);
    /* Without an option to blame, there is no name. */
    ck_assert_ptr_eq(msim_expand_name(NULL, bad[_i].name, 1), NULL);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("filename");
    TCase *tests = tcase_create("filename");
    tcase_set_timeout(tests, 600);
    tcase_add_loop_test(tests, expands, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(tests, refuses, 0, sizeof bad / sizeof *bad);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
