/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is shown of a file of counts: which columns, in which order, how much, and where sources
 * are.
 */
#pragma once

#include <stdio.h>

#include "cmd/columns/value.h"
#include "cmd/counts/counts.h"

enum msim_per {
    MSIM_PER_OBJECT,
    MSIM_PER_FILE,
    MSIM_PER_FUNCTION,
    MSIM_PER_LINE,
    MSIM_PER_INLINE, /* functions, those that were inlined too */
    MSIM_PER_REGION,
    MSIM_PER_THREAD,
    MSIM_PERS
};

struct msim_view {
    const struct msim_counts *counts;
    const char *file;         /* the file of counts */
    struct msim_columns show; /* without those that are hidden */
    struct msim_columns sort; /* the first one decides; the others break ties */
    bool named;               /* the user named the columns one by one */
    bool usual;               /* the user did not name them */
    const char *minor;        /* the columns that cost too little to be among the usual ones */
    char *folded;             /* the hidden columns, which are zero everywhere; "": none */
    const char *cycles;       /* NULL: the default weights */
    bool estimated;           /* ... which are those of the file */
    double threshold;         /* of the first sort column, in percent */
    bool per[MSIM_PERS];
    bool joined;  /* code without lines is not split by object: for programs */
    bool listed;  /* the user named the lists: nothing else is shown but totals */
    bool sources; /* show the sources of files with listed functions */
    size_t context;
    const char **include;
    size_t includes;
    uint32_t *chosen; /* files whose sources were asked for and could be read */
    size_t chosen_files;
    size_t width; /* of text, in columns; 0: no limit */
    bool cut;     /* cut source lines off at the width */
    bool colour;
};

/* Whether the amount in the first sort column, for a rate its numerator, reaches the threshold. */
bool msim_view_reaches(const struct msim_view *view, const int64_t *count);

/* The same of an amount and what it is a share of. */
bool msim_view_reached_of(const struct msim_view *view, double amount, double whole);

/* -1, 0 or 1: how `a` is ordered relative to `b`, by all sort columns. */
int msim_view_order(const struct msim_view *view, const int64_t *a, const int64_t *b);

/* Whether counts may be of both signs, so that they cancel out: those of differences, ours and
 * others'. */
bool msim_view_has_signs(const struct msim_view *view);

/* Whether all counts are 0: those of a difference in which nothing differs. */
bool msim_view_is_unchanged(const struct msim_view *view);

/* The same for an amount. */
bool msim_view_reached_by(const struct msim_view *view, double amount);

/* A count's share of the total, in percent; 0 if the total is 0. */
double msim_view_share(const struct msim_view *view, const struct msim_column *column,
                       const int64_t *count);
