/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Counts of pages (base/pagecounts.h) for the file of calls: added up by context, by site, or by
 * what has a number else.  Few have any.
 *
 * Cost: 60 bytes for each number that has counts.
 */
#pragma once

#include "engine/base/pagecounts.h"
#include "engine/base/text.h"
#include "flow/tree.h"

struct msim_page_sums {
    struct msim_sparse rows;
};

/* For numbers below `numbers`. */
void msim_page_sums_init(struct msim_page_sums *sums, const struct msim_mem *mem, uint32_t numbers);

void msim_page_sums_add(struct msim_page_sums *sums, uint32_t number,
                        const struct msim_page_row *row);

/* NULL: it has no counts. */
const struct msim_page_row *msim_page_sum(const struct msim_page_sums *sums, uint32_t number);

/* The sums of all contexts, by context. */
void msim_page_sums_of_contexts(struct msim_page_sums *sums, const struct msim_mem *mem,
                                const struct msim_tree *tree,
                                const struct msim_page_counts *counts);

struct msim_page_row msim_page_total(const struct msim_page_counts *counts);

/* Write " NAME" for each count, and " NUMBER" for each. */
void msim_put_page_names(struct msim_text *text);
void msim_put_page_row(struct msim_text *text, const struct msim_page_row *row);
