/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What one run of each segment counts: its references, and the functions that its instructions
 * belong to.  Functions are identified by their names, strings of the dictionary: inlined code from
 * headers belongs to the function that contains it.  Code without a function name is identified by
 * its executable or library.
 */
#pragma once

#include "stream/dict.h"
#include "tally.h"

struct msim_interval_segment {
    uint32_t function; /* UINT32_MAX: it has several */
    uint16_t instrs, reads, writes;
};

struct msim_interval_segments {
    const struct msim_dict *dict;
    struct msim_table table; /* struct msim_interval_segment */
};

/* The string that identifies the function of a site. */
uint32_t msim_interval_function(const struct msim_dict *dict, const struct msim_site *site);

void msim_interval_segments_init(struct msim_interval_segments *segments,
                                 const struct msim_mem *mem, const struct msim_dict *dict);

/* Takes new segments of the dictionary. */
void msim_interval_segments_extend(struct msim_interval_segments *segments);

/* Adds the counts of a segment that ran `times` times to `refs`, by kind, and to its functions. */
void msim_interval_segment_add(const struct msim_interval_segments *segments, uint32_t segment,
                               uint64_t times, uint64_t *refs, struct msim_tally *functions);
