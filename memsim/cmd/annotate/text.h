/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of an annotated profile as text. */
#ifndef MSIM_CMD_ANNOTATE_TEXT_H
#define MSIM_CMD_ANNOTATE_TEXT_H

#include "cells.h"
#include "rows.h"

enum { MSIM_RULE = 80 };

/* A line of dashes. */
void msim_text_rule(FILE *to);

/* Makes the numbers of a table as wide as the view lets them be with `text` columns for what stands behind
 * them, and prints its head: names of columns and `what` between two rules. */
void msim_text_head(struct msim_cells *cells, const char *what, size_t text, FILE *to);

/* The sources of files that are asked for or have a function among the rows. */
void msim_text_sources(const struct msim_view *view, const struct msim_rows *functions, FILE *to);

/* What a difference changed, in sentences; nothing of other files. */
void msim_text_changes(const struct msim_view *view, FILE *to);

#endif
