/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of a run over time, and the forms that it is shown in. */
#pragma once

#include <stdio.h>

#include "cmd/columns/column.h"
#include "cmd/draw/canvas.h"
#include "cmd/time/file/set.h"
#include "phases.h"

/*
 * The heap and the page-ins of the same run, from its other files, on the axis of instructions.
 *
 * Of memsim.time.123 they are memsim.heap.123 and memsim.pagein.123, in the same folder; of a.time,
 * a.heap and a.pagein.  A file that
 * is not there, is wrong, or is of another command is left out, and a note says why; one that an
 * option names must fit.
 */

struct msim_beside_point {
    uint64_t at, bytes; /* instructions; the heap from here on */
};

struct msim_beside {
    struct msim_beside_point *heap; /* in order */
    size_t heaps;                   /* 0: not known */
    uint64_t *page;                 /* when each page was touched first, in order */
    size_t pages;                   /* 0: not known */
    char *note[2];                  /* why one is not known; NULL: nothing to say */
};

/* `heap` and `pages` are names of files, or NULL: look beside the file, unless `alone`. */
void msim_beside_find(struct msim_beside *beside, const struct msim_timed *timed, const char *heap,
                      const char *pages, bool alone);
void msim_beside_free(struct msim_beside *beside);

/* The largest heap in the instructions from..to. */
uint64_t msim_beside_heap(const struct msim_beside *beside, uint64_t from, uint64_t to);

/* Pages touched first in the instructions from..to, without `to`. */
uint64_t msim_beside_pages(const struct msim_beside *beside, uint64_t from, uint64_t to);

struct msim_time_view {
    const struct msim_timed *timed;
    const struct msim_columns *show; /* what is shown of each interval */
    const struct msim_beside *beside;
    const struct msim_phases *phases;
    size_t width;   /* of text, in columns: MSIM_TIME_NARROWEST or more */
    uint64_t lines; /* of text: intervals are joined until there are at most this many */
    uint64_t marks; /* that are listed as text */
};

enum { MSIM_TIME_NARROWEST = 60, MSIM_TIME_WIDEST = 1000 };

void msim_time_text(const struct msim_time_view *view, FILE *to);
void msim_time_json(const struct msim_time_view *view, FILE *to);
void msim_time_csv(const struct msim_time_view *view, FILE *to);

struct msim_point msim_time_picture_size(const struct msim_time_view *view, double width);
void msim_time_picture(const struct msim_time_view *view, struct msim_canvas *canvas);

/* Parts of the text: a line of blocks for each column, the heap, page-ins, regions and phases over
 * the run. */
void msim_time_strips(const struct msim_time_view *view, FILE *to);

/* The columns that are shown of each interval. */

/* The columns that `show` names or, if it is NULL, estimated cycles per instruction and the rates
 * of the misses that cost something.  What is wrong ends the command. */
void msim_time_columns(struct msim_columns *columns, const struct msim_counts *counts,
                       const char *show, const char *cycles);
