/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which source lines changed, the largest change first.
 *
 * A line whose code does the same as before, wherever it has moved to, is not a change (pair.h,
 * align.h).  Functions of the C library have one line.
 */
#pragma once

#include "cmd/check/sides/layout.h"

/* Where a side has the line: a part of its counts, MSIM_NOTHING if it has no such line. */
struct msim_changed_place {
    uint32_t part, line;
};

/* A line of NEW; where it is gone, of BASE. */
struct msim_change {
    struct msim_changed_place from, to;
    const char *file, *function, *object; /* object: NULL if unknown */
    uint32_t line;
    bool added, gone;      /* one of the files has no such line */
    bool conflict;         /* its misses grew by layout (conflict.c) */
    uint64_t weight;       /* how much it matters */
    int64_t *base, *fresh; /* by msim_common; the second after the first, from malloc */
};

struct msim_changes {
    struct msim_change *change;
    size_t changes, small;              /* small: how many more are left out (check/small.h) */
    bool watched[MSIM_EVENTS_MAX];      /* the events that count, by msim_common */
    long double least[MSIM_EVENTS_MAX]; /* changes of these that are not small; 0: any */
};

/* Finds the changes of events that are watched. */
void msim_changes_find(struct msim_changes *changes, const struct msim_sides *sides);

/* Whether a pair of functions is left out: what changed in it is layout (sides/layout.h), and no
 * misses are watched that grew by layout. */
bool msim_changes_leave_out(const struct msim_changes *changes, const struct msim_sides *sides,
                            const struct msim_side_pair *pair);

/* True: all code of that part counts as one line. */
bool msim_changes_are_whole(const struct msim_counts *counts, uint32_t part);

void msim_changes_free(struct msim_changes *changes);

/* Leaves them out, and counts them in changes->small. */
void msim_changes_leave_out_varying(struct msim_changes *changes, const struct msim_sides *sides);

/* Whether a few lines have most of a column's growth by layout; where that is not known, of its
 * growth.  `sign`: 1, or -1 for what it shrank by. */
bool msim_growth_is_on_few_lines(const struct msim_sides *sides, const char *column, bool has_work,
                                 int sign);

/* Marks the lines that have a good part of that growth. */
void msim_conflicts_mark(struct msim_changes *changes, const struct msim_sides *sides,
                         const char *column);
