/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The forms in which a list of page-ins is shown. */
#pragma once

#include <stdio.h>

#include "cmd/data/pages/read.h"
#include "cmd/draw/canvas.h"
#include "cmd/listing/values.h"

struct msim_paged_view {
    size_t ranges; /* the most to show, the largest first */
    size_t width;  /* of the terminal; 0: names are whole */
};

/* Writes the pages by object and kind of access, contiguous ranges, and how many were touched
 * when. */
void msim_paged_text(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to);
/* Write every line with its fields. */
void msim_paged_json(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to);
void msim_paged_csv(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to);

/* What both begin with: the command, pages and faults in all. */
void msim_paged_head_text(const struct msim_paged *paged, FILE *to);
void msim_paged_head_json(const struct msim_paged *paged, struct msim_json *json);

/* The end of the range of contiguous pages of one object that begins at `from` in the sorted
 * order. */
size_t msim_paged_range_end(const struct msim_paged *paged, const uint32_t *sorted, size_t from);

/* Time across, touched pages up, in bands by object, with a point for each touch. */
struct msim_point msim_paged_picture_size(const struct msim_paged *paged);
void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas);

/* The list is of a run that was divided by thread. */
void msim_paged_threads_text(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to);
void msim_paged_threads_json(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to);
void msim_paged_threads_csv(const struct msim_paged *paged, const struct msim_paged_view *view,
                            FILE *to);

/* A table of those that are selected, or all, each with what is inside it; none: nothing. */
void msim_paged_regions_text(const struct msim_paged *paged, FILE *to);
void msim_paged_regions_json(const struct msim_paged *paged, struct msim_json *json);

/* The name of a column. */
const char *msim_paged_event_name(enum msim_paged_event event);
