/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Expressions like sed's, "s/PATTERN/TEXT/FLAGS": names become other names.
 *
 * The pattern is an extended regular expression of POSIX.  In the text & is what was found, \1 to \9 are
 * its parts in parentheses.  Flags: g, everywhere; i, in any case.  Any character may stand for the
 * slash.  Several expressions with semicolons between them are applied one after the other.
 */
#ifndef MSIM_CMD_COUNTS_SUBSTITUTE_H
#define MSIM_CMD_COUNTS_SUBSTITUTE_H

struct msim_substitution;

/* Ends the command if the text of that option is no such expression. */
struct msim_substitution *msim_substitution_make(const char *option, const char *text);
void msim_substitution_free(struct msim_substitution *rules);

/* What becomes of a name, from malloc; NULL: it stays as it is. */
char *msim_substitute(const void *rules, const char *name);

#endif
