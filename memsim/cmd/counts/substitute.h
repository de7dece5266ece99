/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Changes names by expressions like sed's, "s/PATTERN/TEXT/FLAGS".
 *
 * The pattern is a POSIX extended regular expression.  In the text, & is what was found, and \1 to \9 are
 * its parts in parentheses.  The flags are g, everywhere, and i, ignoring case.  Any character may be used
 * in place of the slash.  Several expressions, separated by semicolons, are applied one after the other.
 */
#ifndef MSIM_CMD_COUNTS_SUBSTITUTE_H
#define MSIM_CMD_COUNTS_SUBSTITUTE_H

struct msim_substitution;

/* Ends the command if `text`, the value of that option, is not such an expression. */
struct msim_substitution *msim_substitution_make(const char *option, const char *text);
void msim_substitution_free(struct msim_substitution *rules);

/* Returns the new name, from malloc; NULL: the name is unchanged. */
char *msim_substitute(const void *rules, const char *name);

#endif
