/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What curves say about a machine.  Depends on its arguments alone.
 *
 * Sizes are where the curve of dependent loads rises.  One that is near what the processor reports
 * is that; else it is what the curve shows: a third level that is shared with others behaves
 * smaller than it is, and differently for one and for many loads at once, of which the middle is
 * taken.  What loads of so many pages wait for their translations is taken from the curve before,
 * as latencies of the levels do not have it.
 */
#pragma once

#include "curves.h"
#include "engine/machine/core.h"

enum { MSIM_MEASURED_CACHES = 3 }; /* D1, L2, L3 */

/* What is known before: 0: unknown. */
struct msim_nominal {
    uint64_t size[MSIM_MEASURED_CACHES];
    uint64_t entries[2]; /* of the TLBs for data */
    uint64_t page;
    struct msim_core core; /* with which curves were simulated, */
    bool core_is_known;    /* that of this processor, not a generic one */
};

/* 0: not found. */
struct msim_measured_values {
    uint64_t size[MSIM_MEASURED_CACHES]; /* only where it is another than was known before */
    uint64_t entries[2];                 /* likewise */
    uint32_t latency[MSIM_MEASURED_CACHES], memory, translation, walk;
    bool known[MSIM_CORE_VALUES]; /* of the core */
    uint32_t core[MSIM_CORE_VALUES];
};

void msim_values_find(const struct msim_measured_curve curve[MSIM_CURVES],
                      const struct msim_nominal *nominal, struct msim_measured_values *found);
