/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The patterns of glob.h. */
#include "glob.h"

#include <stddef.h>

/* Linear: after a mismatch, the last * takes one letter more. */
bool msim_glob_fits(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            from = name;
        } else if (*pattern == *name || *pattern == '?') {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}
