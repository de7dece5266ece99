/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Expressions like sed's, "s/PATTERN/TEXT/FLAGS", that rename files and functions.
 *
 * The pattern is a POSIX extended regular expression.  In the text, & stands for the match and \1
 * to \9 for its parts in parentheses.  The flag g replaces all matches, i ignores case.  Any
 * character may be used in place of the slash.  Several expressions, separated by semicolons, are
 * applied one after the other.
 */
#pragma once

#include <stddef.h>

struct msim_substitution;

/* Reads the expressions in the value of an option.  Ends the command if there is something else. */
struct msim_substitution *msim_substitution_make(const char *option, const char *text);
void msim_substitution_free(struct msim_substitution *rules);

/* Returns the new name, from malloc, or NULL: nothing matches. */
char *msim_substitute(const void *rules, const char *name);

/*
 * Patterns as users of cg_diff write them, in the words of Perl and Python, as POSIX extended
 * regular expressions:
 *
 *     \d \w \s \D \W \S    become classes; the first three in brackets, too
 *     (?:...)              becomes (...), whose number the parts after it do not count
 *
 * What POSIX would read in another sense is refused: lazy repetitions (*?), possessive ones (*+),
 * other groups (?...), other escaped letters.
 */

enum { MSIM_PATTERN_GROUPS = 64 };

struct msim_name_pattern {
    char *posix;                              /* from malloc */
    size_t groups;                            /* that the user counts */
    unsigned char group[MSIM_PATTERN_GROUPS]; /* the number in `posix` of group 1, 2, ... */
    char wrong[160];                          /* what is refused; "": nothing */
};

void msim_pattern_make(struct msim_name_pattern *made, const char *pattern);
