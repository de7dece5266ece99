/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Regions of both sides, by name.
 *
 * Regions are paths of names; here, what counts is the names, because programs that changed call
 * them in another order.  What was counted belongs to each name on its path, once, even if a region
 * is in itself.  Number 0 is the whole run, to which everything belongs; the others are names; a
 * selection of regions has none.
 */
#pragma once

#include "cmd/base/names.h"
#include "cmd/counts/counts.h"

/* Of one file: the numbers to which each of its regions belongs. */
struct msim_region_numbers {
    size_t *first; /* of each region, an index of `number`; one more at the end */
    uint32_t *number;
};

/* Adds the names of the file's regions to `names`; number 1 is the first of them. */
struct msim_region_numbers msim_region_numbers(const struct msim_counts *counts,
                                               struct msim_names *names);
void msim_region_numbers_free(struct msim_region_numbers *numbers);

/* The totals of all numbers, of `names` and the whole run, `events` for each; from malloc. */
int64_t *msim_region_totals(const struct msim_counts *counts,
                            const struct msim_region_numbers *numbers, size_t names);
