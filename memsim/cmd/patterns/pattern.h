/* SPDX-License-Identifier: GPL-2.0-or-later */
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
#pragma once

#include <stddef.h>

enum { MSIM_PATTERN_GROUPS = 64 };

struct msim_name_pattern {
    char *posix;                              /* from malloc */
    size_t groups;                            /* that the user counts */
    unsigned char group[MSIM_PATTERN_GROUPS]; /* the number in `posix` of group 1, 2, ... */
    char wrong[160];                          /* what is refused; "": nothing */
};

void msim_pattern_make(struct msim_name_pattern *made, const char *pattern);
