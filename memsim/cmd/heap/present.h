/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of a heap, and its forms.  Errors stay in the FILE, for the caller. */
#pragma once

#include <stdio.h>

#include "cmd/base/human.h"
#include "cmd/data/heap/alloc.h"
#include "cmd/data/heap/inregion.h"
#include "cmd/data/heap/set.h"
#include "cmd/draw/canvas.h"

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
    const struct msim_mine *mine; /* paths are without functions of libraries; NULL: with them */
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

/* JSON is one object for both files; CSV is the snapshots or, if there are none, the lines. */
void msim_heaped_csv(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                     FILE *to);
void msim_heaped_json(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to);

/* Returns the size of the picture, which msim_heaped_picture draws on a canvas of that size. */
struct msim_point msim_heaped_picture_size(double width);
/* `in`: the region whose time and largest heap are marked; NULL: the whole run's peak is. */
void msim_heaped_picture(const struct msim_heaped *heap, const struct msim_heaped_in_region *in,
                         struct msim_canvas *canvas);

/* A graph, the peak's tree, the parts below, and the snapshots. */
void msim_heaped_text(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to);

/* The regions of the run that are selected, or all; nothing if it has none. */
void msim_heaped_regions(const struct msim_heaped_report *report,
                         const struct msim_heaped_view *view, FILE *to);

/* `in`: the region whose time is marked; NULL: none. */
void msim_heaped_graph(const struct msim_heaped *heap, const struct msim_heaped_in_region *in,
                       const struct msim_heaped_view *view, FILE *to);

/* The source lines that allocate. */
void msim_heaped_lines(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);

/* Who allocates, by calls: of all blocks, also those that were not live for long. */
void msim_heaped_paths(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);

/* Prints the tree of a snapshot that has one. */
void msim_heaped_show_tree(const struct msim_heaped *heap, size_t snapshot,
                           const struct msim_heaped_view *view, FILE *to);

/* If nearly all of the tree comes through one function after another (cmd/data/heap/set.h), prints
 * these and who called the last of them. */
void msim_heaped_show_split(const struct msim_heaped *heap, size_t snapshot,
                            const struct msim_heaped_view *view, FILE *to);

/* The calls of the allocator, request sizes, and what was never freed. */
void msim_heaped_usage(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);
