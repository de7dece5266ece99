/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What rounds of several drivers do alike with a mutation, and with what was read from it. */
#pragma once

#include "cmd/columns/column.h"
#include "cmd/files/lines.h"
#include "mutate.h"

/* Makes the summary of a file of counts right, or next to nothing would be accepted.  Only of files
 * of few, small counts. */
void msim_mend_summary(struct msim_bytes *of);

/* Overwrites a field of a binary file in place with a number near the limits of what is there:
 * inserted bytes move everything after them. */
void msim_overwrite(struct msim_bytes *of, bool aligned);

/* Fails unless the error has a line, and a reason that may go to a terminal. */
void msim_check_error(const struct msim_file_error *error);

/* A file for text, and its end.  Fails if the text has control characters but newlines, and colours
 * where they were asked for: a file must not do to a terminal what it wants. */
FILE *msim_text_begin(void);
void msim_text_end(FILE *to, bool colours);

/* Some columns that may be asked for. */
void msim_some_columns(struct msim_columns *columns, const struct msim_counts *counts);

bool msim_same_events(const struct msim_counts *a, const struct msim_counts *b);
