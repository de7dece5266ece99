/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One level of a sweep: all its cells over one stream of references.
 *
 * Cells of one line size and one number of sets share a stack (lru.h).  The numbers of sets of one line
 * size are arranged in chains in which each divides the next.  A reference walks its chain upwards: a
 * block that was the last used of its set, among n sets, was so among any multiple of n, where it
 * changes nothing and hits; so it needs to go no further.  A batch of references walks together, stack
 * by stack, each prefetching for the next.
 *
 * A reference in several blocks counts at most one miss in a cell: the largest of its blocks' bins.
 * Its blocks count into a row of its own first.
 *
 * Counts: per function a row [kind][column], made when the function first gets here; a column is a bin
 * of a stack.
 *
 * Cost: see lru.h, times the stacks walked.  Of the misses of a first level most walk a few; what was
 * never used before walks them all.
 */
#ifndef MSIM_ENGINE_SWEEP_PART_H
#define MSIM_ENGINE_SWEEP_PART_H

#include "engine/report/functions.h"
#include "grid.h"
#include "lru.h"
#include "engine/caches/ref.h"
#include "regions.h"

struct msim_chain {
    bool brief;     /* its stacks have short tags */
    unsigned shift; /* address to block */
    uint32_t cut;   /* bytes of a `block` access that count */
    uint64_t last;  /* the block referenced last: it is at depth 0 of every stack */
    struct msim_lru *stack;
    uint32_t stacks;
};

struct msim_part {
    enum msim_level level;
    const struct msim_mem *mem;
    const struct msim_functions *functions;
    unsigned kinds;      /* of the references it sees, a bit each */
    uint64_t references; /* how many it saw; counted by the caller */
    struct msim_chain *chain;
    uint32_t chains;
    struct msim_regions *regions; /* NULL: no chain has short tags */
    uint32_t columns;
    const struct msim_grid *grid;
    const struct msim_lru **of_cell; /* by cell of the grid, NULL for those of other levels */
    struct msim_table rows;          /* by function: uint64_t *, NULL until it has one */
    struct msim_touch *touch;
    uint64_t
        *several; /* rows of one kind for references in several blocks, all 0 between batches */
    uint64_t **several_counts; /* where they belong */
    uint32_t several_used;
};

/* What a cell counted. */
struct msim_misses {
    uint64_t of[MSIM_KINDS];
};

/* The cells of `level` in a grid that was fitted.  `cut`: the smallest line that `block` accesses are
 * cut to, whatever the cell. */
struct msim_part *msim_part_new(const struct msim_mem *mem, const struct msim_functions *functions,
                                const struct msim_grid *grid, enum msim_level level, uint32_t cut);

/* Bytes of the stacks of `level`; bytes of one function's row. */
uint64_t msim_part_bytes(const struct msim_grid *grid, enum msim_level level);
uint64_t msim_part_row_bytes(const struct msim_grid *grid, enum msim_level level);

/* Gives the functions that are new a place for a row. */
void msim_part_extend(struct msim_part *part);

/* References, in order, those that have one of the bits `mask` in `missed` (0: all) and are of the
 * part's kinds.  How many these were. */
uint32_t msim_part_run(struct msim_part *part, const struct msim_ref *refs, uint32_t used,
                       unsigned mask);

/* The misses in a cell, which is one of the grid's, by one function. */
struct msim_misses msim_part_misses(const struct msim_part *part, const struct msim_cell *cell,
                                    uint32_t function);

/* Counts to 0; what the stacks hold stays. */
void msim_part_clear(struct msim_part *part);

#endif
