/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of a heap, and how. */
#ifndef MSIM_CMD_HEAP_VIEW_H
#define MSIM_CMD_HEAP_VIEW_H

#include <stdio.h>

#include "cmd/base/human.h"
#include "cmd/data/heap/alloc.h"
#include "cmd/data/heap/inregion.h"
#include "cmd/data/heap/set.h"

/* The two files, of which one may be missing. */
struct msim_heaped_report {
    const struct msim_heaped *heap;         /* NULL: no snapshots */
    const struct msim_allocated *alloc;     /* NULL: no counts of allocations */
    const char *note;                       /* why one is missing, for the text; or NULL */
    const struct msim_heaped_in_region *in; /* what is shown; NULL: everything */
    const struct msim_alloc_time *
        *times; /* by snapshot; NULL: no file says which region it is in */
};

struct msim_heaped_view {
    size_t width;  /* of text, in columns: MSIM_HEAPED_NARROWEST or more */
    bool colour;   /* use colours in the graph */
    bool trees;    /* show the trees of all snapshots, not only the peak's */
    double least;  /* places with less than this percentage of a snapshot are joined */
    uint64_t rows; /* show at most this many of the lines that allocate */
    enum msim_alloc_event sort;
};

enum { MSIM_HEAPED_NARROWEST = 40, MSIM_HEAPED_WIDEST = 1000 };

/* "12.34%"; 0% if the whole is 0. */
static inline struct msim_human msim_heaped_percent(uint64_t part, uint64_t whole)
{
    struct msim_human human;
    double percent = whole ? 100 * ((double)part / (double)whole) : 0;
    snprintf(human.text, sizeof human.text, percent < 1e6 ? "%.2f%%" : "%.2e%%", percent);
    return human;
}

#endif
