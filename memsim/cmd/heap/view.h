/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a heap is shown, and how. */
#ifndef MSIM_CMD_HEAP_VIEW_H
#define MSIM_CMD_HEAP_VIEW_H

#include "cmd/base/human.h"
#include "cmd/heap/file/alloc.h"
#include "cmd/heap/file/set.h"

/* The two files; each form shows what there is. */
struct msim_heaped_report {
    const struct msim_heaped *heap;     /* NULL: no snapshots */
    const struct msim_allocated *alloc; /* NULL: no counts of allocations */
    const char *note;                   /* why one is missing; text shows it in its place */
};

struct msim_heaped_view {
    size_t width;  /* of text, in columns: MSIM_HEAPED_NARROWEST or more */
    bool colour;   /* escape sequences in the graph */
    bool trees;    /* those of all detailed snapshots, not only the peak's */
    double least;  /* places with less than this percentage of a snapshot are joined */
    uint64_t rows; /* show at most this many of the lines that allocate */
    enum msim_alloc_event sort;
};

enum { MSIM_HEAPED_NARROWEST = 40, MSIM_HEAPED_WIDEST = 1000 };

/* "12.34%"; 0% if the whole is 0. */
struct msim_human msim_heaped_percent(uint64_t part, uint64_t whole);

#endif
