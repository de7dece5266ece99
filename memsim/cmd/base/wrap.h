/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text on as many lines as it takes. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Prints words, in clean UTF-8, and the end of the line.  `used` columns of the line are taken
 * already; further lines are indented by `indent`.  A line has at most `width` columns (0: no
 * limit), unless a word alone is longer. */
void msim_wrap(FILE *to, const char *text, size_t used, size_t indent, size_t width);

/* What is printed into `to` is wrapped at the end: each line as it begins, further ones indented by
 * `more` beside that. */
struct msim_wrapped {
    FILE *to;
    char *text;
    size_t bytes;
};
FILE *msim_wrap_begin(struct msim_wrapped *wrapped);
void msim_wrap_end(struct msim_wrapped *wrapped, FILE *to, size_t more, size_t width);

/* The width of help texts: that of the terminal, or 0, which is the default. */
void msim_help_width_is(size_t width);

/* Prints a help text in this width: words, whose further lines are indented, by that much, and a
 * row of a list, "  --width=COLUMNS  width of text", whose second part begins in that column. */
void msim_help_put(FILE *to, const char *text);
void msim_help_put_from(FILE *to, const char *text, size_t indent);
/* The same of a text of several lines, each indented as it begins. */
void msim_help_put_text(FILE *to, const char *text);
void msim_help_put_row(FILE *to, const char *left, size_t column, const char *text);
