/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of text: cells to the right, then a text to the left.  Where the width is limited, the
 * last columns of cells are left out, and the text is cut, so that it keeps at least a third of the
 * width.
 */
#ifndef MSIM_CMD_CALLS_TABLE_H
#define MSIM_CMD_CALLS_TABLE_H

#include <stddef.h>
#include <stdio.h>

/* The name of a function in a text, which can be shortened; bytes. */
struct msim_calls_name {
    size_t cell, start, length;
};

/* Starts zeroed. */
struct msim_calls_table {
    char **head; /* of cells */
    size_t columns;
    char **cell; /* row by row: cells, then the text */
    size_t cells;
    struct msim_calls_name *name; /* by row, of those that have one */
    size_t names;
    size_t keep; /* number of columns that are never left out */
};

void msim_calls_table_head(struct msim_calls_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds the next cell of a row, or the text that ends it. */
void msim_calls_table_cell(struct msim_calls_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The text that was added last has the name of a function there. */
void msim_calls_table_name(struct msim_calls_table *table, size_t start, size_t length);

/* Prints a text of at most `room` code points; if it is too long, the name of a function in it is
 * shortened first. */
void msim_calls_put_text(FILE *to, const char *text, size_t start, size_t length, size_t room);

/* Prints the table with `what` above the texts, and frees it. */
void msim_calls_table_print(struct msim_calls_table *table, const char *what, size_t width,
                            FILE *to);

/* Prints a line of dashes. */
void msim_calls_rule(FILE *to);

#endif
