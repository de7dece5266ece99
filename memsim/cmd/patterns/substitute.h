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

struct msim_substitution;

/* Reads the expressions in the value of an option.  Ends the command if there is something else. */
struct msim_substitution *msim_substitution_make(const char *option, const char *text);
void msim_substitution_free(struct msim_substitution *rules);

/* Returns the new name, from malloc, or NULL: nothing matches. */
char *msim_substitute(const void *rules, const char *name);
