/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of counts, fitted into a width: columns of numbers with their shares, then text.
 *
 * First every row is measured, then the table is fitted into the width, then rows are printed.  If
 * it is too wide, these disappear, in this order: the shares of all columns but the one sorted by;
 * the digits of exact numbers, which become short ones (24.5M), of the column sorted by only if
 * no option named the columns; columns, those that cost least first, those with the smallest totals
 * if all are shown, or the last ones if the user named them one by one.  The column sorted by
 * stays.
 */
#pragma once

#include "cmd/columns/value.h"
#include "view.h"

struct msim_cell_form {
    bool shown, share, brief;
    bool any;             /* a row has something there */
    unsigned width, most; /* most: the width of the longest exact number */
};

struct msim_cells {
    const struct msim_view *view;
    bool drops_parts; /* set these: parts of cycles that no row has are left out, unless named; */
    bool averages;    /* of what was never sampled, the average is shown (sampled.h) */
    struct msim_cell_form *form;
    size_t columns, left_out;
};

void msim_cells_make(struct msim_cells *table, const struct msim_view *view);
void msim_cells_free(struct msim_cells *table);

void msim_cells_measure(struct msim_cells *table, const int64_t *count);

/* `width` is for the numbers alone; 0: no limit. */
void msim_cells_fit(struct msim_cells *table, size_t width);

/* The width of a row's numbers, with the gaps. */
size_t msim_cells_width(const struct msim_cells *table);

/* Prints the numbers of a row, or dots if `count` is NULL, and a blank. */
void msim_cells_numbers(const struct msim_cells *table, const int64_t *count, FILE *to);

/* Prints the columns' names. */
void msim_cells_heads(const struct msim_cells *table, FILE *to);

/* Prints a line of dashes. */
void msim_table_rule(FILE *to);

/* Fits the table into the view, with room of `before` and `text` columns around the numbers. */
void msim_table_fit(struct msim_cells *table, size_t before, size_t text);

/* Prints the table's head: the names of the columns, after `before` blanks, and `what`, between two
 * rules. */
void msim_table_head(const struct msim_cells *table, size_t before, const char *what, FILE *to);

/* Shows on terminals, by a colour and a bar, a row's share of the first sort column. */

/* The escape sequence for a row, "" for a small share.  In a difference, losses are red and gains
 * green. */
const char *msim_heat_colour(const struct msim_view *view, const int64_t *count);
extern const char msim_heat_end[];

/* Prints a bar of MSIM_HEAT_BAR columns, filled up to the share, and a blank; NULL: an empty
 * bar. */
enum { MSIM_HEAT_BAR = 5 };
void msim_heat_bar(const struct msim_view *view, const int64_t *count, FILE *to);
