/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of a profile of calls: which columns, in which order, and how much. */
#pragma once

#include <stdio.h>

#include "cmd/callgrind/frames.h"
#include "cmd/columns/value.h"
#include "cmd/draw/canvas.h"

struct msim_calls_view {
    const struct msim_counts *counts; /* events and totals; of a difference, also its base */
    const char *file;
    struct msim_columns show, sort; /* sort: the first one decides; the others break ties */
    double threshold;               /* of the first sort column, in percent */
    bool by_own;                    /* rows are sorted by exclusive, not inclusive, costs */
    size_t depth;                   /* of trees; 0: no limit */
    struct msim_point size;         /* of a flame graph; 0: as it needs */
    size_t width;                   /* of text; 0: no limit */
    bool colour;
};

/* Chooses the columns from the options' values; NULL: not given.  Text has the usual columns, other
 * formats all events.  Ends the command if one is wrong. */
void msim_calls_columns(struct msim_calls_view *view, const char *show, const char *sort,
                        const char *cycles, bool text);
void msim_calls_columns_free(struct msim_calls_view *view);

/* -1, 0 or 1: how `a` is ordered relative to `b`, by all sort columns. */
int msim_calls_order(const struct msim_calls_view *view, const int64_t *a, const int64_t *b);

/* Whether the amount in the first sort column, for a rate its numerator, reaches the threshold. */
bool msim_calls_reaches(const struct msim_calls_view *view, const int64_t *count);

/* The least amount that reaches it. */
msim_wide msim_calls_least(const struct msim_calls_view *view);

/* A count's share of the total: "12.3%"; "" for a rate. */
struct msim_value_text msim_calls_share(const struct msim_calls_view *view,
                                        const struct msim_column *column, const int64_t *count);
