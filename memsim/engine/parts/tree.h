/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The parts of a run: paths of the regions that are open.
 *
 *     0: the rest      1: load      2: load, parse      3: solve
 *
 * A region that begins inside itself changes nothing, so no name is twice on a path.  A dump (what
 * Callgrind's users have between two files) begins further parts: each stretch between two dumps
 * has paths of its own.  A stretch whose counts are forgotten does not count.
 *
 * Where counts are divided by thread (open.h), the outermost name of a path is the thread's:
 *
 *     1: thread 1      2: thread 1, load      3: thread 2
 *
 * Part 0 is the rest of the first stretch.  Numbers of outer parts are smaller.
 */
#pragma once

#include <stdbool.h>

#include "stream/lookup.h"

enum {
    MSIM_PART_REGIONS_MAX = 64, /* regions on a path; */
    MSIM_PART_DEPTH_MAX = 65,   /* names: these and a thread */
    MSIM_PARTS_MAX = 1 << 20,
    MSIM_PART_REST = UINT32_MAX /* the name of the rest of a later stretch */
};

/* The name of a thread's part is its number with this bit, which no string has. */
#define MSIM_PART_THREAD (UINT32_C(1) << 31)

struct msim_run_part {
    uint64_t times; /* it began */
    uint32_t outer; /* the part that it is in; 0: none */
    uint32_t name;  /* a string of the dictionary, or a thread's; 0 in part 0 */
    uint32_t stretch;
    uint32_t depth; /* names on the path */
    uint32_t same_hash;
};

struct msim_part_tree {
    struct msim_table parts;
    struct msim_lookup lookup;
    struct msim_table dumps; /* by stretch: the reason of the dump that ended it, a string */
    uint32_t stretch;        /* that goes on */
};

void msim_part_tree_init(struct msim_part_tree *tree, const struct msim_mem *mem);

static inline struct msim_run_part *msim_run_part_at(const struct msim_part_tree *tree,
                                                     uint32_t number)
{
    return MSIM_TABLE_AT(&tree->parts, number, struct msim_run_part);
}

/* The part of what is in no region, in the stretch that goes on. */
uint32_t msim_run_part_rest(struct msim_part_tree *tree);

/* The number of the thread that a part is in; 0: the run is not divided by thread. */
uint32_t msim_run_part_thread(const struct msim_part_tree *tree, uint32_t number);

/* The part of this name in another one.  `outer` itself: there is no room. */
uint32_t msim_run_part_in(struct msim_part_tree *tree, uint32_t outer, uint32_t name);

/* The part with the same path as `number` in the stretch that goes on, without `without`. */
uint32_t msim_run_part_again(struct msim_part_tree *tree, uint32_t number, uint32_t without);

/* A dump ends the stretch; `reason`: a string. */
void msim_run_part_dump(struct msim_part_tree *tree, uint32_t reason);
