/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which part of the run (engine/parts/tree.h) touched each page first, and how many page faults
 * each part will have.  It is the present part of the thread that touches the page, or for which
 * the kernel does.
 *
 * A pass over the records (pagepass.h) is a chunk ahead of the simulator, which knows the parts.
 * So what the pass finds waits, with its record, until the simulator has come to that record.
 *
 * Cost: a look-up for each fault in a region; 24 bytes for each touch and fault in a chunk that
 * waits.
 */
#pragma once

#include "engine/caches/parts.h"
#include "faults.h"

/* Predicted faults of pages with one backing in one part, which is not 0. */
struct msim_pagein_faults {
    struct msim_pair pair; /* part, backing */
    struct msim_fault_count count;
};

struct msim_pagein_parts {
    struct msim_parts *parts; /* NULL: the run has no parts */
    bool waits;
    struct msim_table waiting;
    uint32_t claimed;         /* how many of them have their part already */
    struct msim_pairs faults; /* struct msim_pagein_faults */
};

/* `waits`: touches and faults are reported before the simulator comes to their records. */
void msim_pagein_parts_init(struct msim_pagein_parts *parts, const struct msim_mem *mem,
                            struct msim_parts *of, bool waits);

/* `record` touched a page; *part becomes the part of the record, now or later. */
void msim_pagein_parts_touch(struct msim_pagein_parts *parts, const uint64_t *record,
                             uint32_t *part);

/* Counts a predicted fault. */
void msim_pagein_parts_fault(struct msim_pagein_parts *parts, const uint64_t *record,
                             uint32_t backing, enum msim_fault fault);

/* Resets all counts. */
void msim_pagein_parts_clear(struct msim_pagein_parts *parts);

static inline struct msim_pagein_faults *
msim_pagein_faults_at(const struct msim_pagein_parts *parts, uint32_t number)
{
    return msim_table_at(&parts->faults.table, number);
}
