/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Substitutions: what names become, as with sed, and which expressions are refused. */
#include "cmd/counts/substitute.h"

#include <string.h>

#include "tests/unit/lib/ends.h"
#include "tests/unit/lib/main.h"

static const struct {
    const char *rules, *name, *now; /* NULL: it stays as it is */
} good[] = {
    {"s/a/b/", "banana", "bbnana"},
    {"s/a/b/g", "banana", "bbnbnb"},
    {"s/A/b/", "banana", NULL},
    {"s/A/b/i", "banana", "bbnana"},
    {"s/A/b/gi", "banana", "bbnbnb"},
    {"s/x/y/", "banana", NULL},
    {"s/x/y/g", "", NULL},
    {"s/a//", "banana", "bnana"},
    {"s/.*//", "banana", ""},
    {"s/^/x/", "a", "xa"},
    {"s/$/x/", "a", "ax"},
    {"s/^a/x/g", "aa", "xa"}, /* the second one is not at the start */
    /* parts */
    {"s/(.*)\\.c/[\\1]/", "a.c", "[a]"},
    {"s/(a)(b)?/\\2-\\1/", "ac", "-ac"},
    {"s/a/<&>/g", "aa", "<a><a>"},
    {"s/a/\\&/", "a", "&"},
    {"s/a/\\0\\0/", "a", "aa"},
    {"s/a/\\\\/", "a", "\\"},
    {"s/(a)(b)(c)(d)(e)(f)(g)(h)(i)/\\9\\1/", "abcdefghi", "ia"},
    /* nothing is found once, and not right after something */
    {"s/x*/-/g", "abc", "-a-b-c-"},
    {"s/b*/-/g", "abc", "-a-c-"},
    {"s/a*/-/g", "baac", "-b-c-"},
    {"s/x*/-/", "abc", "-abc"},
    {"s/x*/-/g", "", "-"},
    /* delimiters */
    {"s|/usr/|/|", "/usr/a", "/a"},
    {"s,a\\,b,x,", "a,b", "x"},
    {"s/[/]/x/", "a/b", "axb"},
    {"s/[]/]/x/g", "a/]b", "axxb"},
    {"s/[^/]/x/g", "a/b", "x/x"},
    {"s/[[:alpha:]/]/x/g", "a/1", "xx1"},
    {"s a b ", "a", "b"},
    /* several */
    {"s/a/b/;s/b/c/g", "ab", "cc"},
    {"s/x/y/;s/b/c/", "ab", "ac"},
    {"s/a/;/;s/;/:/", "a", ":"},
    {"s/a/b/;", "a", "b"},
};

START_TEST(substitutes)
{
    struct msim_substitution *rules = msim_substitution_make("--x", good[_i].rules);
    char *now = msim_substitute(rules, good[_i].name);
    ck_assert_pstr_eq(now, good[_i].now);
    free(now);
    msim_substitution_free(rules);
}
END_TEST

START_TEST(has_no_rules)
{
    ck_assert_ptr_null(msim_substitute(NULL, "a"));
    msim_substitution_free(NULL);
}
END_TEST

static void make(const void *text)
{
    msim_substitution_make("--x", text);
}

static const struct {
    const char *rules, *message;
} bad[] = {
    {"", "--x=: expected s/PATTERN/TEXT/"},
    {"a/b/", "--x=a/b/: expected s/PATTERN/TEXT/"},
    {"s", "--x=s: expected s/PATTERN/TEXT/"},
    {"sabac", "--x=sabac: expected s/PATTERN/TEXT/"},
    {"s\\a\\b\\", "--x=s\\a\\b\\: expected s/PATTERN/TEXT/"},
    {"s/a", "--x=s/a: expected s/PATTERN/TEXT/"},
    {"s|a|b", "--x=s|a|b: expected s|PATTERN|TEXT|"},
    {"s/a/b\\/", "--x=s/a/b\\/: expected s/PATTERN/TEXT/"},
    {"s/a/b/x", "--x=s/a/b/x: expected the flags g and i, found 'x'"},
    {"s/a/b/gx;s/c/d/", "--x=s/a/b/gx;s/c/d/: expected the flags g and i, found 'x;s/c/d/'"},
    {"s/a/b/;c", "--x=s/a/b/;c: expected s/PATTERN/TEXT/"},
    {"s/a/\\1/", "--x=s/a/\\1/: the pattern has only 0 parts in parentheses"},
    {"s/(a)/\\1\\2/", "--x=s/(a)/\\1\\2/: the pattern has only 1 parts in parentheses"},
    {"s/a/b\n/", "--x: expected one line"},
    {"s/a/b/\r", "--x: expected one line"},
};

START_TEST(refuses)
{
    unit_ends(2, bad[_i].message, make, bad[_i].rules);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("substitute");
    TCase *tests = tcase_create("substitute");
    tcase_add_loop_test(tests, substitutes, 0, sizeof good / sizeof *good);
    tcase_add_test(tests, has_no_rules);
    tcase_add_loop_test(tests, refuses, 0, sizeof bad / sizeof *bad);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
