/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of text: cells to the right, then a text to the left.  Where the width is limited, the
 * last columns of cells are left out, and the texts are shortened, so that they keep at least a
 * third of the width.
 */
#pragma once

#include "cmd/callgrind/frames.h"
#include "cmd/listing/aligned.h"
#include "cmd/names/labels.h"

/* Starts zeroed. */
struct msim_calls_table {
    struct msim_aligned cells;
    struct msim_labels labels; /* what ends the rows */
    size_t keep;               /* this many columns are never left out */
};

/* Adds the text that ends a row. */
void msim_calls_table_text(struct msim_calls_table *table, const char *text);

/* Adds a label that names a function, and where it is if `frame` is not NULL. */
void msim_calls_put_frame(struct msim_labels *labels, size_t indent, const char *name,
                          const char *mark, const struct msim_profile_frame *frame);

/* Prints the table with `what` above the texts, and frees it. */
void msim_calls_table_print(struct msim_calls_table *table, const char *what, size_t width,
                            FILE *to);
