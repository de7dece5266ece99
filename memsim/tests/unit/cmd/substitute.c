/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expressions like sed's: what they make of names, as sed -E does, and which are refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/patterns/substitute.h"
#include "tests/unit/lib/ends.h"
#include "tests/unit/lib/main.h"

static const struct {
    const char *rules, *name, *result; /* NULL: it stays as it is */
} applied[] = {
    {"s/a/b/", "banana", "bbnana"},
    {"s/a/b/g", "banana", "bbnbnb"},
    {"s/x/y/", "banana", NULL},
    {"s/A/b/", "banana", NULL},
    {"s/A/b/i", "banana", "bbnana"},
    {"s/A/b/gi", "banana", "bbnbnb"},
    {"s/a//g", "aaa", ""},
    {"s/a|b/x/g", "abc", "xxc"},
    /* delimiters */
    {"s|/usr/||", "/usr/lib", "lib"},
    {"s/\\/usr\\///", "/usr/lib", "lib"},
    {"s,a,\\,,", "a", ","},
    {"s/[/]/x/", "a/b", "axb"},
    {"s/[^/]*$/f/", "a/b", "a/f"},
    {"s/[]/]/x/g", "a]b/", "axbx"},
    {"s/[^]/]/x/g", "a]b/", "x]x/"},
    {"s/[[:digit:]/]+/N/g", "a12/b", "aNb"},
    {"s/[[.-.]/]/x/g", "a-b/c", "axbxc"},
    {"s/[[=a=]/]/x/g", "a/c", "xxc"},
    {"s/a[/b/]/x/", "a[/b/]", NULL}, /* in brackets the slash is a character like any other */
    /* what was found */
    {"s/n/<&>/", "banana", "ba<n>ana"},
    {"s/n/\\&/", "banana", "ba&ana"},
    {"s/n/\\0\\0/", "banana", "bannana"},
    {"s/(a+)(n)/[\\2\\1]/g", "banana", "b[na][na]a"},
    {"s/(x)?a/<\\1>/", "a", "<>"},
    {"s/(a)(b)(c)(d)(e)(f)(g)(h)(i)/\\9\\1/", "abcdefghi", "ia"},
    {"s/a/\\\\/", "a", "\\"},
    /* begins, ends, and nothing */
    {"s/^a/x/g", "aab", "xab"},
    {"s/a$/x/g", "aba", "abx"},
    {"s/^/x/g", "ab", "xab"},
    {"s/$/x/g", "ab", "abx"},
    {"s/.*/x/g", "abc", "x"},
    {"s/x*/-/g", "abc", "-a-b-c-"},
    {"s/b*/-/g", "abc", "-a-c-"},
    {"s/b*/-/g", "bab", "-a-"},
    {"s/^$/empty/", "", "empty"},
    {"s/x*/-/", "", "-"},
    /* several */
    {"s/a/b/;s/b/c/", "a", "c"},
    {"s/a/b/g;s/x/y/", "aa", "bb"},
    {"s/x/y/;s/a/b/", "a", "b"},
    {"s/x/y/;s/z/y/", "a", NULL},
    {"s/;/,/;s|a|b|", "a;", "b,"},
    {"s/a/b/;", "a", "b"},
    /* words of Perl and Python */
    {"s/\\d+/N/g", "dir12/d3", "dirN/dN"},
    {"s/\\D/x/g", "a1.", "x1x"},
    {"s/-[\\d.]+$/-V/", "lib-1.20", "lib-V"},
    {"s/[^\\d]/x/g", "a1.", "x1x"},
    {"s/\\w+/W/g", "a_1/b-c", "W/W-W"},
    {"s/\\W/./g", "a_1/b-c", "a_1.b.c"},
    {"s/\\s/_/g", "a b\tc", "a_b_c"},
    {"s/[\\s\\w]+/x/g", "a b-c", "x-x"},
    {"s/\\S/x/g", "a b", "x x"},
    {"s/(?:old|new)-/x/", "new-dir", "xdir"},
    {"s/(?:a|(b))(c)(?:d)(e)/<\\1\\2\\3>/", "bcde", "<bce>"},
    {"s/(?:a)(.)\\1/<\\1>/", "axx", "<x>"},
    {"s/^(?:.*\\/)?([^\\/]*)$/\\1/", "/x/y.c", "y.c"},
    {"s/((?:a))(b)/\\2\\1/", "ab", "ba"},
    {"s/\\bb/x/", "ab b", "ab x"},
    {"s/\\./,/g", "a.b", "a,b"},
};

UNIT_ROWS(applies, applied)
{
    struct msim_substitution *rules = msim_substitution_make("--mod", applied[_i].rules);
    char *result = msim_substitute(rules, applied[_i].name);
    const char *expected = applied[_i].result;
    ck_assert_msg(expected ? result && !strcmp(result, expected) : !result, "%s of '%s' is '%s'",
                  applied[_i].rules, applied[_i].name, result ? result : "(as it was)");
    free(result);
    msim_substitution_free(rules);
}

/* Many matches, and text that grows beyond any first guess. */
UNIT_TEST(applies_to_long_names)
{
    enum { LENGTH = 3000 };
    char *name = calloc(LENGTH + 1, 1);
    memset(name, 'a', LENGTH);
    struct msim_substitution *rules = msim_substitution_make("--mod", "s/a/<&&>/g");
    char *result = msim_substitute(rules, name);
    ck_assert_uint_eq(strlen(result), 4 * LENGTH);
    for (size_t i = 0; i < LENGTH; i++)
        ck_assert(!memcmp(result + 4 * i, "<aa>", 4));
    free(result);
    free(name);
    msim_substitution_free(rules);
}

static const struct {
    const char *rules, *message;
} refused[] = {
    {"", "--mod=: expected s/PATTERN/TEXT/"},
    {"s", "--mod=s: expected s/PATTERN/TEXT/"},
    {"y/a/b/", "--mod=y/a/b/: expected s/PATTERN/TEXT/"},
    {"sxaxbx", "--mod=sxaxbx: expected s/PATTERN/TEXT/"},
    {"s\\a\\b\\", "--mod=s\\a\\b\\: expected s/PATTERN/TEXT/"},
    {"s/a", "--mod=s/a: expected s/PATTERN/TEXT/"},
    {"s/a/b", "--mod=s/a/b: expected s/PATTERN/TEXT/"},
    {"s/a/b\\/", "--mod=s/a/b\\/: expected s/PATTERN/TEXT/"},
    {"s|a|b", "--mod=s|a|b: expected s|PATTERN|TEXT|"},
    {"s/[/]/", "--mod=s/[/]/: expected s/PATTERN/TEXT/"},
    {"s/a/b/x", "--mod=s/a/b/x: expected the flags g and i, found 'x'"},
    {"s/a/b/ ; s/b/c/", "--mod=s/a/b/ ; s/b/c/: expected the flags g and i, found ' ; s/b/c/'"},
    {"s/a/b/;x", "--mod=s/a/b/;x: expected s/PATTERN/TEXT/"},
    {"s/(a)/\\2/", "--mod=s/(a)/\\2/: the pattern has only 1 parts in parentheses"},
    {"s/a/\\1/", "--mod=s/a/\\1/: the pattern has only 0 parts in parentheses"},
    {"s/(?:a)/\\1/", "--mod=s/(?:a)/\\1/: the pattern has only 0 parts in parentheses"},
    {"s/a(?=b)/x/", "--mod=s/a(?=b)/x/: '(?=' is not supported: groups are (...) and (?:...)"},
    {"s/(?/x/", "--mod=s/(?/x/: '(?' is not supported: groups are (...) and (?:...)"},
    {"s/.*?b/x/", "--mod=s/.*?b/x/: '*?' is not supported: repetitions are greedy; exclude what "
                  "must not match, as in [^/]*"},
    {"s/a{2}?/x/", "--mod=s/a{2}?/x/: '}?' is not supported: repetitions are greedy; exclude what "
                   "must not match, as in [^/]*"},
    {"s/\\A/x/", "--mod=s/\\A/x/: '\\A' is not supported: escaped letters are \\d \\w \\s \\D \\W "
                 "\\S \\b \\B"},
    {"s/[\\D]/x/", "--mod=s/[\\D]/x/: '\\D' is not supported: in brackets, only \\d \\w \\s are"},
    {"s/a/b\nc/", "--mod: expected one line"},
    {"s/a/b\rc/", "--mod: expected one line"},
};

static void make(void *rules)
{
    msim_substitution_make("--mod", rules);
}

UNIT_ROWS(refuses, refused)
{
    struct unit_end end = unit_ends(make, (void *)refused[_i].rules);
    ck_assert_str_eq(end.message, refused[_i].message);
    ck_assert_int_eq(end.status, MSIM_BAD_USAGE);
}

/* The C library says what is wrong, in its own words. */
UNIT_TEST(refuses_what_is_no_regular_expression)
{
    static const char *const wrong[] = {"s/(/x/", "s/[/x/", "s/a{2,1}/x/", "s/[[:none:]]/x/"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char begin[64];
        struct unit_end end = unit_ends(make, (void *)wrong[i]);
        snprintf(begin, sizeof begin, "--mod=%s: ", wrong[i]);
        ck_assert_int_eq(end.status, MSIM_BAD_USAGE);
        ck_assert_msg(!strncmp(end.message, begin, strlen(begin)) &&
                          strlen(end.message) > strlen(begin),
                      "%s", end.message);
    }
}
