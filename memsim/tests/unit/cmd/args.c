/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options: which are taken out of the arguments, which are refused and with what message. */
#include "cmd/base/args.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/lib/ends.h"
#include "tests/unit/lib/main.h"

enum { MOST = 8 };

static const char *size, *all;

static const struct msim_arg table[] = {{"--size", "N", "how many", &size},
                                        {"--all", NULL, "all of them", &all},
                                        {NULL, NULL, NULL, NULL}};

struct call {
    const char *argument[MOST]; /* the first is the subcommand; ended by NULL */
    bool some;                  /* unknown options stay */
};

/* What is left is in `argv`. */
static int parse(const struct call *call, char **argv)
{
    int argc = 0;
    size = all = NULL;
    for (; call->argument[argc]; argc++)
        argv[argc] = (char *)call->argument[argc];
    return call->some ? msim_args_some("x FILE", table, argc, argv)
                      : msim_args("x FILE", table, argc, argv);
}

static const struct {
    struct call call;
    const char *size, *all;
    const char *left[MOST];
} good[] = {
    {{{"x"}, false}, NULL, NULL, {NULL}},
    {{{"x", "a", "b"}, false}, NULL, NULL, {"a", "b"}},
    {{{"x", "--size=3"}, false}, "3", NULL, {NULL}},
    {{{"x", "--size=a=b"}, false}, "a=b", NULL, {NULL}},
    {{{"x", "--size=3", "--size=4"}, false}, "4", NULL, {NULL}},
    {{{"x", "a", "--all", "b"}, false}, NULL, "", {"a", "b"}},
    {{{"x", "-", "--all"}, false}, NULL, "", {"-"}},
    {{{"x", "--", "--all", "--help", "-y"}, false}, NULL, NULL, {"--all", "--help", "-y"}},
    {{{"x", "--", "--"}, false}, NULL, NULL, {"--"}},
    {{{"x", "--y=1", "--all", "a", "-z"}, true}, NULL, "", {"--y=1", "a", "-z"}},
};

START_TEST(takes_options)
{
    char *argv[MOST];
    int left = parse(&good[_i].call, argv);
    ck_assert_pstr_eq(size, good[_i].size);
    ck_assert_pstr_eq(all, good[_i].all);
    for (int i = 0; i < left; i++)
        ck_assert_pstr_eq(argv[i], good[_i].left[i]);
    ck_assert_ptr_null(good[_i].left[left]);
}
END_TEST

static void parse_badly(const void *call)
{
    char *argv[MOST];
    parse(call, argv);
}

static const struct {
    struct call call;
    int status;
    const char *message;
} bad[] = {
    {{{"x", "--sizes=3"}, false}, 2, "unknown option --sizes=3; usage: memsim x FILE"},
    {{{"x", "--siz=3"}, false}, 2, "unknown option --siz=3; usage: memsim x FILE"},
    {{{"x", "-a"}, false}, 2, "unknown option -a; usage: memsim x FILE"},
    {{{"x", "--size"}, false}, 2, "--size needs a value: --size=N"},
    {{{"x", "--size="}, false}, 2, "--size needs a value: --size=N"},
    {{{"x", "--all=1"}, false}, 2, "--all=1: --all takes no value"},
    {{{"x", "--all="}, true}, 2, "--all=: --all takes no value"},
    {{{"x", "--size=3", "--help"}, false}, 0, ""},
    {{{"x", "--help"}, true}, 0, ""},
};

START_TEST(refuses_options)
{
    unit_ends(bad[_i].status, bad[_i].message, parse_badly, &bad[_i].call);
}
END_TEST

static const char *const names[] = {"text", "json", "csv", NULL};
static const char *const one[] = {"text", NULL};

START_TEST(chooses)
{
    for (size_t i = 0; names[i]; i++)
        ck_assert_uint_eq(msim_arg_choice("--format", names[i], names), i);
}
END_TEST

static void choose(const void *value)
{
    msim_arg_choice("--format", value, names);
}

static void choose_one(const void *value)
{
    msim_arg_choice("--format", value, one);
}

START_TEST(refuses_choices)
{
    unit_ends(2, "--format=tex: expected text, json or csv", choose, "tex");
    unit_ends(2, "--format=texts: expected text, json or csv", choose, "texts");
    unit_ends(2, "--format=: expected text, json or csv", choose, "");
    unit_ends(2, "--format=x: expected text", choose_one, "x");
}
END_TEST

START_TEST(reads_numbers)
{
    ck_assert_uint_eq(msim_arg_number("--n", "1", 1, 10), 1);
    ck_assert_uint_eq(msim_arg_number("--n", "10", 1, 10), 10);
    ck_assert_uint_eq(msim_arg_number("--n", "0010", 1, 10), 10);
    ck_assert_uint_eq(msim_arg_number("--n", "18446744073709551615", 0, UINT64_MAX), UINT64_MAX);
}
END_TEST

static void read_number(const void *value)
{
    msim_arg_number("--n", value, 1, 10);
}

static const char *const no_numbers[] = {"0",  "11", "",    "x",   "1x",  "-1",
                                         "+1", " 1", "1.0", "0x1", "1e0", "18446744073709551617"};

enum { NO_NUMBERS = sizeof no_numbers / sizeof *no_numbers };

START_TEST(refuses_numbers)
{
    char message[80];
    snprintf(message, sizeof message, "--n=%s: expected a number from 1 to 10", no_numbers[_i]);
    unit_ends(2, message, read_number, no_numbers[_i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("args");
    TCase *tests = tcase_create("args");
    tcase_add_loop_test(tests, takes_options, 0, sizeof good / sizeof *good);
    tcase_add_loop_test(tests, refuses_options, 0, sizeof bad / sizeof *bad);
    tcase_add_test(tests, chooses);
    tcase_add_test(tests, refuses_choices);
    tcase_add_test(tests, reads_numbers);
    tcase_add_loop_test(tests, refuses_numbers, 0, NO_NUMBERS);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
