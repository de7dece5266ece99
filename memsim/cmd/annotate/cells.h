/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of counts that fit: columns of numbers with their shares, and text behind them.
 *
 * First every row is measured, then the table is fitted into a width, then rows are printed.  What does
 * not fit gives way in this order: shares of all columns but those sorted by; exact numbers, which
 * become short ones (24.5M); columns: those with the least totals or, where they were named one by one,
 * the last ones.  The column sorted by stays as it is.
 */
#ifndef MSIM_CMD_ANNOTATE_CELLS_H
#define MSIM_CMD_ANNOTATE_CELLS_H

#include "view.h"

struct msim_cell_form {
    bool shown, share, brief;
    unsigned width, most; /* most: of the exact number */
};

struct msim_cells {
    const struct msim_view *view;
    struct msim_cell_form *form;
    size_t columns, left_out;
};

void msim_cells_make(struct msim_cells *table, const struct msim_view *view);
void msim_cells_free(struct msim_cells *table);

void msim_cells_measure(struct msim_cells *table, const int64_t *count);

/* `width` is for the numbers alone; 0: any. */
void msim_cells_fit(struct msim_cells *table, size_t width);

/* The width of what follows, with the gaps. */
size_t msim_cells_width(const struct msim_cells *table);

/* The numbers of a row, or dots where there are none (NULL), and a blank. */
void msim_cells_numbers(const struct msim_cells *table, const int64_t *count, FILE *to);

/* The columns' names. */
void msim_cells_heads(const struct msim_cells *table, FILE *to);

/* A line of dashes. */
void msim_table_rule(FILE *to);

/* Fits the table into the view, with `text` columns for what follows the numbers, and prints its head: names
 * of columns and `what` between two rules. */
void msim_table_head(struct msim_cells *table, const char *what, size_t text, FILE *to);

/* A value as it is exported: an exact number, or with six decimals; "null" of a rate of nothing. */
struct msim_value_text {
    char text[64];
};
struct msim_value_text msim_value_plain(const struct msim_column *column, const int64_t *count);
/* Grouped by thousands. */
struct msim_value_text msim_value_exact(const struct msim_column *column, const int64_t *count);

#endif
