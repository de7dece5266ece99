/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads what the parts of a run but part 0 counted (parts.h).
 *
 * Nothing keeps the references of a part by site: they follow from how often segments ran in it, so
 * they are worked out whenever they are read.  Call when the parts are settled.  Memory: a number
 * for each segment, and each site with other counts, of each part.
 */
#pragma once

#include "parts.h"

/* Takes counts of a part; a site gets several, which add up. */
struct msim_part_taker {
    void (*take)(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                 enum msim_count count, uint64_t value);
    void *self;
};

/* The counts of all parts, in no order. */
void msim_part_counts_take(const struct msim_parts *parts, const struct msim_part_taker *taker);

/* Numbers of pairs, part by part. */
struct msim_part_pairs {
    uint32_t *first; /* by part: where its numbers begin; one more element ends the last */
    uint32_t *number;
};

/* For reading one part at a time. */
struct msim_part_counts {
    const struct msim_parts *parts;
    struct msim_part_pairs times, refs, misses;
};

void msim_part_counts_init(struct msim_part_counts *counts, const struct msim_parts *parts,
                           const struct msim_mem *mem);
/* True: something has counted in this part. */
bool msim_part_counts_any(const struct msim_part_counts *counts, uint32_t part);
void msim_part_counts_take_of(const struct msim_part_counts *counts, uint32_t part,
                              const struct msim_part_taker *taker);
