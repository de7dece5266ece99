/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What of a file of counts is shown: which columns, in which order, how much of it, and where sources are.
 */
#ifndef MSIM_CMD_ANNOTATE_VIEW_H
#define MSIM_CMD_ANNOTATE_VIEW_H

#include <stdio.h>

#include "cmd/columns/value.h"
#include "cmd/counts/counts.h"

enum msim_per { MSIM_PER_OBJECT, MSIM_PER_FILE, MSIM_PER_FUNCTION, MSIM_PER_LINE, MSIM_PERS };

struct msim_view {
    const struct msim_counts *counts;
    const char *file;         /* the file of counts */
    struct msim_columns show; /* without those that are folded away */
    struct msim_columns sort; /* the first one decides, the others where it is equal */
    bool named;               /* the columns shown were named one by one */
    char *folded;             /* names of columns that are zero everywhere; "": none */
    const char *cycles;       /* NULL: the usual ones */
    double threshold;         /* of the first sort column, in percent */
    bool per[MSIM_PERS];
    bool sources; /* of files with shown functions */
    size_t context;
    const char **include;
    size_t includes;
    uint32_t *chosen; /* files asked for by name; their sources could be read */
    size_t chosen_files;
    size_t width; /* of text, in columns; 0: any */
    bool cut;     /* sources are cut at the width */
    bool colour;
};

/* Whether the amount of the first sort column reaches the threshold.  Of a rate, that of what it
 * divides. */
bool msim_view_reaches(const struct msim_view *view, const int64_t *count);

/* -1, 0, 1: which one is shown first, by all sort columns. */
int msim_view_order(const struct msim_view *view, const int64_t *a, const int64_t *b);

/* Share of the whole in percent, of a count; 0 where the whole is 0. */
double msim_view_share(const struct msim_view *view, const struct msim_column *column,
                       const int64_t *count);

#endif
