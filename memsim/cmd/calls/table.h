/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of text: cells to the right, then a text to the left.  Where the width is limited, the
 * last columns of cells are left out, and the text is cut, so that it keeps at least a third of the
 * width.
 */
#pragma once

#include "cmd/listing/aligned.h"

/* What ends a row, with a function's name that can be shortened, of `length` bytes; 0: none. */
struct msim_calls_text {
    char *text;
    size_t start, length;
};

/* Starts zeroed. */
struct msim_calls_table {
    struct msim_aligned cells;
    struct msim_calls_text *text; /* by row */
    size_t texts;
    size_t keep; /* this many columns are never left out */
};

/* Adds the text that ends a row, which has the name of a function there. */
void msim_calls_table_text(struct msim_calls_table *table, size_t start, size_t length,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints a text of at most `room` code points; if it is too long, the name of a function in it is
 * shortened first. */
void msim_calls_put_text(FILE *to, const char *text, size_t start, size_t length, size_t room);

/* Prints the table with `what` above the texts, and frees it. */
void msim_calls_table_print(struct msim_calls_table *table, const char *what, size_t width,
                            FILE *to);
