/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A pass over all records that finds the touches of pages, if no simulated first-level TLB does
 * (pagein.h).
 *
 * A small table of pages that need no further attention, for reads or also for writes, answers
 * nearly all accesses.  Each event that may change mappings empties it.  While the pages of a
 * segment's code are in the table, one test answers all its fetches.
 *
 * Cost: some 2 ns for each segment and each access.
 */
#pragma once

#include "pagein.h"

enum { MSIM_PASS_SLOTS = 1024 };

struct msim_pagepass {
    const struct msim_dict *dict;
    struct msim_pagein *pagein;
    struct msim_table code; /* by segment */
    uint64_t known[MSIM_PASS_SLOTS];
    uint64_t instructions; /* instructions begun so far */
};

void msim_pagepass_init(struct msim_pagepass *pass, const struct msim_mem *mem,
                        const struct msim_dict *dict, struct msim_pagein *pagein);

/* Prepares new segments of the dictionary. */
void msim_pagepass_extend(struct msim_pagepass *pass);

/* Also passes the events to `pagein`. */
void msim_pagepass_run(struct msim_pagepass *pass, const uint64_t *words, const uint64_t *end);

/* The same of one record, of a segment or of an event. */
void msim_pagepass_segment(struct msim_pagepass *pass, const uint64_t *record);
void msim_pagepass_event(struct msim_pagepass *pass, const uint64_t *record);

/* Call in a forked child. */
void msim_pagepass_clear(struct msim_pagepass *pass);
