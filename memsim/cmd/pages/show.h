/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What `memsim pages` shows of a list of page-ins. */
#ifndef MSIM_CMD_PAGES_SHOW_H
#define MSIM_CMD_PAGES_SHOW_H

#include <stdio.h>

#include "read.h"

/* Pages per object and kind of access, contiguous ranges, and when pages were touched. */
void msim_paged_text(const struct msim_paged *paged, FILE *to);
/* Every line with its fields. */
void msim_paged_json(const struct msim_paged *paged, FILE *to);
void msim_paged_csv(const struct msim_paged *paged, FILE *to);

/* Contiguous pages of one object, from `from` in the sorted order: where the next ones begin. */
size_t msim_paged_range_end(const struct msim_paged *paged, const uint32_t *sorted, size_t from);

#endif
