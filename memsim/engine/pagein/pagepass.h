/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All records of the stream, looked at for pages only: where no first-level TLB is simulated whose misses
 * would tell (pagein.h).
 *
 * A small table of pages that need no look any more, read or written, answers nearly all accesses; it is
 * emptied at each event that may change what is mapped.  The code of a segment is one question while
 * its pages are in the table.
 *
 * Cost: some 2 ns for each segment and each access.
 */
#ifndef MSIM_ENGINE_PAGEIN_PAGEPASS_H
#define MSIM_ENGINE_PAGEIN_PAGEPASS_H

#include "pagein.h"

enum { MSIM_PASS_SLOTS = 1024 };

struct msim_pagepass {
    const struct msim_dict *dict;
    struct msim_pagein *pagein;
    struct msim_table code; /* by segment */
    uint64_t known[MSIM_PASS_SLOTS];
    uint64_t instructions; /* begun so far */
};

void msim_pagepass_init(struct msim_pagepass *pass, const struct msim_mem *mem,
                        const struct msim_dict *dict, struct msim_pagein *pagein);

/* Prepares for the segments that the dictionary has gained. */
void msim_pagepass_extend(struct msim_pagepass *pass);

/* Also hands the events to `pagein`. */
void msim_pagepass_run(struct msim_pagepass *pass, const uint64_t *words, const uint64_t *end);

/* The process is a child from now on. */
void msim_pagepass_clear(struct msim_pagepass *pass);

#endif
