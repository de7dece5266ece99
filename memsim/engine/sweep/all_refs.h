/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All references of the stream, for the first levels of a sweep.
 *
 * Model: as in sim.h.  A reference to the same granule (the smallest line or page of any cell of
 * its side) as the one before is at depth 0 of every stack: it hits everywhere and changes nothing,
 * so it is skipped.  Each segment is prepared once: which instructions may lie in another granule
 * than the one before, and which accesses are adjacent.  The two sides share no level here, so each
 * has its own batch.
 *
 * Invariants: between two calls of msim_all_refs_run() the batches are empty.
 *
 * Cost: about 10 instructions for a skipped access; for the others see level.h.
 */
#pragma once

#include "level.h"

enum { MSIM_BATCH = 128, MSIM_SIDE_LEVELS = 2 };

/* Instructions or data. */
struct msim_sweep_side {
    struct msim_sweep_level *swept[MSIM_SIDE_LEVELS]; /* cache and TLB, as far as they are swept */
    unsigned levels;
    unsigned shift;      /* address to granule */
    uint64_t last;       /* granule of the last reference */
    uint64_t references; /* since the run began */
    uint32_t used;
    struct msim_ref batch[MSIM_BATCH];
};

struct msim_all_refs {
    const struct msim_dict *dict;
    struct msim_arena arena;
    struct msim_table prepared; /* by segment */
    struct msim_sweep_side instr, data;
};

/* Takes the levels I1, ITLB, D1 and DTLB; NULL: that one is not swept. */
void msim_all_refs_init(struct msim_all_refs *refs, const struct msim_mem *mem,
                        const struct msim_dict *dict,
                        struct msim_sweep_level *const swept[MSIM_LEVELS]);

/* Prepares new segments of the dictionary. */
void msim_all_refs_extend(struct msim_all_refs *refs);

/* Passes on all references of the records from `words` to `end`. */
void msim_all_refs_run(struct msim_all_refs *refs, const uint64_t *words, const uint64_t *end);
