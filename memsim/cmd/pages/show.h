/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows a list of page-ins as text, JSON or CSV. */
#ifndef MSIM_CMD_PAGES_SHOW_H
#define MSIM_CMD_PAGES_SHOW_H

#include <stdio.h>

#include "cmd/data/pages/read.h"
#include "cmd/files/json.h"

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

#endif
