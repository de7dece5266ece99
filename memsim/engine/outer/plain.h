/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * L2 and L3 as they would be if no level had prefetchers: a second set of them, which counts only how
 * many references to data, and fetches, miss each.  L2 has no second array if the one that there is says
 * what it would have missed (arrays/ghosts.h), as D1 has no prefetchers, and so both see the same
 * references.
 *
 * Where D1 has prefetchers, what it would have missed is reported beside what it misses.
 */
#pragma once

#include "engine/arrays/ghosts.h"
#include "engine/ports/pageframes.h"
#include "engine/ports/ref.h"

enum { MSIM_PLAIN_LEVELS = 3 }; /* D1, L2, L3 */

struct msim_plain_levels {
    struct msim_array *l2, *l3;    /* NULL: there is none */
    struct msim_ghosts ghosts;     /* of L2 itself, */
    bool missed;                   /* which would have missed since the last call of below */
    struct msim_pageframes frames; /* whose order may depend on who touches pages first */
    bool reported;                 /* references to data come as reports */
    bool unknown; /* what would miss D1 is not known, or counts were forgotten in part */
    uint32_t now;
    uint64_t misses[MSIM_PLAIN_LEVELS][2]; /* fetches, data */
};

/* References what missed D1 or I1 at first; `counts`: it is collected. */
void msim_plain_touch(struct msim_plain_levels *plain, uint64_t first, uint32_t size, bool of_data,
                      bool counts);

/* The lines of these bytes leave both. */
void msim_plain_lose(struct msim_plain_levels *plain, uint64_t first, uint64_t last);

void msim_plain_empty(struct msim_plain_levels *plain);
void msim_plain_forget(struct msim_plain_levels *plain, bool all);
