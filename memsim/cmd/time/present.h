/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is shown of a run over time, and the forms that it is shown in. */
#pragma once

#include <stdio.h>

#include "beside.h"
#include "cmd/draw/canvas.h"
#include "phases.h"

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

struct msim_point msim_time_picture_size(const struct msim_time_view *view);
void msim_time_picture(const struct msim_time_view *view, struct msim_canvas *canvas);

/* Parts of the text: a line of blocks for each column, the heap, page-ins, regions and phases over
 * the run. */
void msim_time_strips(const struct msim_time_view *view, FILE *to);

/* "1" to "9", "a" to "z", "A" to "Z", or "*": how a strip shows phase or part `number`. */
char msim_time_letter(size_t number, bool digits);
