/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The forms in which a heap is shown.
 *
 *     text     for people: a graph, the snapshots, the peak's tree, memusage's table, lines that allocate
 *     csv      RFC 4180: the snapshots; where there are none, the lines that allocate
 *     json     one object with all of it
 *     picture  bytes over time by the places that allocated them, on a canvas
 *
 * Each writes what there is of the two files, and errors stay in the FILE, for the caller.
 */
#ifndef MSIM_CMD_HEAP_OUT_H
#define MSIM_CMD_HEAP_OUT_H

#include <stdio.h>

#include "cmd/draw/canvas.h"
#include "alloc.h"
#include "set.h"
#include "cmd/base/human.h"

struct msim_heaped_report {
    const struct msim_heaped *heap;     /* NULL: no snapshots */
    const struct msim_allocated *alloc; /* NULL: no counts of allocations */
    const char *note;                   /* why one is missing; text says it where it would stand */
};

struct msim_heaped_view {
    size_t width;  /* of text, in columns: MSIM_HEAPED_NARROWEST or more */
    bool colour;   /* escape sequences in the graph */
    bool trees;    /* those of all detailed snapshots, not of the peak only */
    double least;  /* percent of a snapshot below which a place is joined with others */
    uint64_t rows; /* at most so many of the lines that allocate */
    enum msim_alloc_event sort;
};

enum { MSIM_HEAPED_NARROWEST = 40, MSIM_HEAPED_WIDEST = 1000 };

void msim_heaped_text(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to);
void msim_heaped_csv(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                     FILE *to);
void msim_heaped_json(const struct msim_heaped_report *report, const struct msim_heaped_view *view,
                      FILE *to);

/* Parts of the text, each with what is behind it. */
void msim_heaped_graph(const struct msim_heaped *heap, const struct msim_heaped_view *view,
                       FILE *to);
void msim_heaped_snapshots(const struct msim_heaped *heap, const struct msim_heaped_view *view,
                           FILE *to);
void msim_heaped_show_tree(const struct msim_heaped *heap, size_t snapshot,
                           const struct msim_heaped_view *view, FILE *to);
void msim_heaped_usage(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);
void msim_heaped_lines(const struct msim_allocated *alloc, const struct msim_heaped_view *view,
                       FILE *to);

/* "12.34%"; a whole of 0 is 0%. */
struct msim_human msim_heaped_percent(uint64_t part, uint64_t whole);

/* The picture's size, and the picture on a canvas of that size. */
struct msim_point msim_heaped_picture_size(const struct msim_heaped *heap);
void msim_heaped_picture(const struct msim_heaped *heap, struct msim_canvas *canvas);

#endif
