/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options of subcommands: what is taken, what is left, what is refused. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "tests/unit/lib/ends.h"
#include "tests/unit/lib/main.h"

enum { ARGUMENTS_MAX = 8 };

static const char *out, *brief, *tree;
static const struct msim_arg table[] = {
    {"--out", "FILE", "where to", &out},
    {"--brief", NULL, "less", &brief},
    {"--tree", "[=down|up]", "a tree", &tree},
    {NULL, NULL, NULL, NULL},
};

/* The arguments of a case, separated by blanks, as msim_args() gets them. */
struct arguments {
    char text[128];
    char *argv[ARGUMENTS_MAX + 1];
    int argc;
};

static void split(struct arguments *arguments, const char *text)
{
    *arguments = (struct arguments){.argc = 1};
    arguments->argv[0] = (char *)"unit";
    snprintf(arguments->text, sizeof arguments->text, "%s", text);
    for (char *word = strtok(arguments->text, " "); word; word = strtok(NULL, " "))
        arguments->argv[arguments->argc++] = word;
    out = brief = tree = NULL;
}

static const struct {
    const char *given, *left, *out, *brief;
    bool some; /* options that are not in the table are left */
} taken[] = {
    {"", "", NULL, NULL, false},
    {"a b", "a b", NULL, NULL, false},
    {"--out=x a", "a", "x", NULL, false},
    {"a --out=x b", "a b", "x", NULL, false},
    {"--out=x --out=y", "", "y", NULL, false},
    {"--out=--brief", "", "--brief", NULL, false},
    {"--out=a=b", "", "a=b", NULL, false},
    {"--brief a", "a", NULL, "", false},
    {"-", "-", NULL, NULL, false}, /* standard input */
    {"--brief -- --out=x", "--out=x", NULL, "", false},
    {"-- -- --brief", "-- --brief", NULL, NULL, false},
    {"--L2=8M --out=x -q a", "--L2=8M -q a", "x", NULL, true},
    {"--outer=x", "--outer=x", NULL, NULL, true}, /* its beginning is not enough */
    {"--ou=x", "--ou=x", NULL, NULL, true},
};

static bool same(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

UNIT_ROWS(takes, taken)
{
    struct arguments arguments;
    char left[128] = "";
    split(&arguments, taken[_i].given);
    int count = (taken[_i].some ? msim_args_some : msim_args)("unit", table, arguments.argc,
                                                              arguments.argv);
    for (int i = 0; i < count; i++) {
        strcat(left, i ? " " : "");
        strcat(left, arguments.argv[i]);
    }
    ck_assert_str_eq(left, taken[_i].left);
    ck_assert(same(out, taken[_i].out));
    ck_assert(same(brief, taken[_i].brief));
}

static const struct {
    const char *given, *message;
} refused[] = {
    {"--other", "unknown option --other; usage: memsim unit FILE"},
    {"-x", "unknown option -x; usage: memsim unit FILE"},
    {"a --outer=x", "unknown option --outer=x; did you mean --out? All options: memsim help unit"},
    {"--biref", "unknown option --biref; did you mean --brief? All options: memsim help unit"},
    {"--out", "--out needs a value: --out=FILE"},
    {"--out=", "--out needs a value: --out=FILE"},
    {"--brief=yes", "--brief=yes: --brief takes no value"},
    {"--brief=", "--brief=: --brief takes no value"},
};

static void take(void *given)
{
    struct arguments arguments;
    split(&arguments, given);
    msim_args("unit FILE", table, arguments.argc, arguments.argv);
}

static void assert_ends(void (*call)(void *), const char *with, const char *message)
{
    struct unit_end end = unit_ends(call, (void *)with);
    ck_assert_str_eq(end.message, message);
    ck_assert_int_eq(end.status, MSIM_BAD_USAGE);
}

UNIT_ROWS(refuses, refused)
{
    assert_ends(take, refused[_i].given, refused[_i].message);
}

static const char *const names[] = {"text", "csv", "json", NULL}, *const one[] = {"all", NULL};

static void choose(void *value)
{
    msim_arg_choice("--format", value, names);
}

static void choose_one(void *value)
{
    msim_arg_choice("--of", value, one);
}

static void number(void *value)
{
    msim_arg_number("--jobs", value, 1, 64);
}

UNIT_TEST(may_lack_a_value)
{
    struct arguments arguments;
    split(&arguments, "--tree a");
    ck_assert_int_eq(msim_args("unit", table, arguments.argc, arguments.argv), 1);
    ck_assert_str_eq(tree, "");
    split(&arguments, "--tree=up");
    ck_assert_int_eq(msim_args("unit", table, arguments.argc, arguments.argv), 0);
    ck_assert_str_eq(tree, "up");
}

UNIT_TEST(values)
{
    ck_assert_uint_eq(msim_arg_choice("--format", "text", names), 0);
    ck_assert_uint_eq(msim_arg_choice("--format", "json", names), 2);
    assert_ends(choose, "xml", "--format=xml: expected text, csv or json");
    assert_ends(choose, "", "--format=: expected text, csv or json");
    assert_ends(choose, "tex", "--format=tex: expected text, csv or json");
    assert_ends(choose_one, "none", "--of=none: expected all");
    ck_assert_uint_eq(msim_arg_number("--jobs", "1", 1, 64), 1);
    ck_assert_uint_eq(msim_arg_number("--jobs", "64", 1, 64), 64);
    ck_assert_uint_eq(msim_arg_number("--n", "18446744073709551615", 0, UINT64_MAX), UINT64_MAX);
    assert_ends(number, "0", "--jobs=0: expected a number from 1 to 64");
    assert_ends(number, "65", "--jobs=65: expected a number from 1 to 64");
    assert_ends(number, "-1", "--jobs=-1: expected a number from 1 to 64");
    assert_ends(number, "1x", "--jobs=1x: expected a number from 1 to 64");
    assert_ends(number, "18446744073709551617",
                "--jobs=18446744073709551617: expected a number from 1 to 64");
}
