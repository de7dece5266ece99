/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of text: cells to the right, each column as wide as its widest cell or its heading.  What
 * follows a row's cells is the caller's.
 */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Starts zeroed but for the gaps. */
struct msim_aligned {
    size_t indent, gap; /* blanks before the first column, and before each other one */
    char **head;
    size_t columns;
    char **cell; /* row by row */
    size_t cells;
    size_t *width; /* by column, once it is asked for */
};

/* Adds a column, before any cell; and the next cell of a row. */
void msim_aligned_head(struct msim_aligned *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void msim_aligned_cell(struct msim_aligned *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The width of a column; then no more cells are added. */
size_t msim_aligned_width(struct msim_aligned *table, size_t column);

/* How many columns, `least` or more, leave so many columns of text for a name; *used: what they and a
 * gap take.  And the names of the others: "(no room for Temp Failed: --width)". */
size_t msim_aligned_fit(struct msim_aligned *table, size_t least, size_t name, size_t width,
                        size_t *used);
void msim_aligned_put_left_out(const struct msim_aligned *table, size_t columns, FILE *to);

/* Print the first `columns` of the headings, or of a row; return the columns of text. */
size_t msim_aligned_put_heads(struct msim_aligned *table, size_t columns, FILE *to);
size_t msim_aligned_put(struct msim_aligned *table, size_t row, size_t columns, FILE *to);

void msim_aligned_free(struct msim_aligned *table);
