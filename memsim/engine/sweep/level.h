/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One level of a sweep: all its cells over one stream of references.
 *
 * Cells with the same line size and number of sets share a stack (lru.h).  The numbers of sets for
 * one line size form chains in which each number divides the next.  A reference walks up its chain.
 * If its block was the last one used in its set, among n sets, it was so among any multiple of n
 * sets, too; there it hits and changes nothing, so the walk ends.  A batch of references walks
 * together, stack by stack, and prefetches for the next stack.
 *
 * A reference in several blocks counts at most one miss in a cell: the largest of its blocks' bins.
 * Its blocks are first counted in a row of their own.
 *
 * Counts: one row [kind][column] per function, allocated at the function's first reference; a
 * column is a bin of a stack.
 *
 * Cost: that of lru.h for each stack walked.  Most misses of a first level walk only a few stacks;
 * a block that was never used before walks them all.
 */
#pragma once

#include "engine/ports/pageframes.h"
#include "engine/ports/ref.h"
#include "engine/report/functions.h"
#include "grid.h"
#include "lru.h"
#include "regions.h"

struct msim_chain {
    bool brief;     /* its stacks have short tags */
    unsigned shift; /* address to block */
    uint32_t cut;   /* bytes of a `block` access that count */
    uint64_t last;  /* the block of the last reference: at depth 0 of every stack */
    struct msim_lru *stack;
    uint32_t stacks;
};

struct msim_sweep_level {
    enum msim_level level;
    const struct msim_mem *mem;
    const struct msim_functions *functions;
    struct msim_pageframes *frames; /* by which its cells are indexed; NULL: they are not */
    unsigned kinds;                 /* one bit for each kind of reference that it sees */
    uint64_t references;            /* that it got; the caller counts them */
    struct msim_chain *chain;
    uint32_t chains;
    struct msim_address_regions *regions; /* NULL: no chain has short tags */
    uint32_t columns;
    const struct msim_grid *grid;
    const struct msim_lru **of_cell; /* by cell of the grid; NULL: of another level */
    struct msim_table rows;          /* by function: uint64_t *; NULL: not yet */
    struct msim_touch *touch;
    uint64_t *several; /* a row of one kind per reference in several blocks; 0 between batches */
    uint64_t **several_counts; /* where these are added up */
    uint32_t several_used;
};

/* The misses of a cell. */
struct msim_misses {
    uint64_t of[MSIM_KINDS];
};

/* Takes the cells of `level` from a fitted grid.  `cut`: `block` accesses are cut to this line,
 * even if the cell's is larger. */
struct msim_sweep_level *msim_sweep_level_new(const struct msim_mem *mem,
                                              const struct msim_functions *functions,
                                              const struct msim_grid *grid, enum msim_level level,
                                              uint32_t cut);

/* Bytes needed for the stacks of `level`, and for one function's row. */
uint64_t msim_sweep_level_bytes(const struct msim_grid *grid, enum msim_level level);
uint64_t msim_sweep_level_row_bytes(const struct msim_grid *grid, enum msim_level level);

/* Prepares for new functions. */
void msim_sweep_level_extend(struct msim_sweep_level *swept);

/* Counts the references, in order, whose `missed` has one of the bits in `mask` (0: all) and whose
 * kind the level has.  Returns their number. */
uint32_t msim_sweep_level_run(struct msim_sweep_level *swept, const struct msim_ref *refs,
                              uint32_t used, unsigned mask);

/* The misses of one function in a cell of the grid. */
struct msim_misses msim_sweep_level_misses(const struct msim_sweep_level *swept,
                                           const struct msim_cell *cell, uint32_t function);

/* Empties the stacks; the counts stay. */
void msim_sweep_level_empty(struct msim_sweep_level *swept);

/* Resets all counts; the stacks keep their contents. */
void msim_sweep_level_clear(struct msim_sweep_level *swept);
