/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * First touches of pages and predicted page faults, by calling context and site.
 *
 * An observer of pages counts them, and an observer of calls shows them.  They are rare, so only
 * pairs of a context and a site that have some are kept.
 *
 * An observer that reads a chunk before the simulator does cannot know the contexts yet.  What it
 * counts waits, with its record, until the simulator leaves the context in which the record is.
 *
 * Cost: 72 bytes for each pair; a comparison each time the context changes.
 */
#pragma once

#include <stdbool.h>

#include "stream/lookup.h"
#include "stream/stream.h"
#include "text.h"

enum msim_page_count {
    MSIM_PAGE_TOUCHED, /* first by a fetch, read or write: by kind */
    MSIM_PAGE_FAULTS = MSIM_PAGE_TOUCHED + MSIM_KINDS, /* of pages that were not present: by kind */
    MSIM_PAGE_COPIED =
        MSIM_PAGE_FAULTS + MSIM_KINDS, /* faults of first writes to pages only read */
    MSIM_PAGE_COUNTS
};

struct msim_page_row {
    uint64_t count[MSIM_PAGE_COUNTS];
};

struct msim_page_pair {
    struct msim_page_row row;
    uint32_t context; /* 0: the kernel's own doing, before the start */
    uint32_t site;    /* UINT32_MAX: unknown */
    uint32_t same_hash;
};

struct msim_page_counts {
    bool on;                 /* an observer counts pages */
    struct msim_table pairs; /* struct msim_page_pair */
    struct msim_lookup lookup;
    struct msim_table waiting;
    uint32_t waited;      /* how many of them have their context */
    const uint64_t *next; /* the record of the first pair without a context */
};

void msim_page_counts_init(struct msim_page_counts *counts, const struct msim_mem *mem);

void msim_page_counts_add(struct msim_page_counts *counts, uint32_t context, uint32_t site,
                          unsigned count);

/* The same if the context is not known before the simulator has taken the record. */
void msim_page_counts_wait(struct msim_page_counts *counts, const uint64_t *record, uint32_t site,
                           unsigned count);

/* Records before `end` were in this context; NULL: all waiting ones. */
void msim_page_counts_claim(struct msim_page_counts *counts, const uint64_t *end, uint32_t context);

/* Resets all counts. */
void msim_page_counts_clear(struct msim_page_counts *counts);

static inline const struct msim_page_pair *msim_page_pair_at(const struct msim_page_counts *counts,
                                                             uint32_t number)
{
    return msim_table_at(&counts->pairs, number);
}

/* By count; then of the sums of touches and of faults. */
enum { MSIM_PAGE_WORDS = MSIM_PAGE_COUNTS + 2 };
extern const struct msim_words msim_page_words[MSIM_PAGE_WORDS];

void msim_page_row_add(struct msim_page_row *to, const struct msim_page_row *from);
bool msim_page_row_is_zero(const struct msim_page_row *row);
