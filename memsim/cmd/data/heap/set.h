/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap over time: snapshots in the order of time, some of them with a tree of the places that
 * allocated.
 *
 * read.c makes it.  A tree is an array of nodes, parents before their children, each with its
 * depth, so it can be walked without recursion, however deep it is.  Node 0 is the root and the
 * only node at depth 0.  A node is at most one deeper than the node before it.
 *
 * The sum of heap, extra and stacks of a snapshot is below 2^64; sums of nodes may be anything.
 * Strings point into the file's bytes, which the heap owns.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "alloc.h"
#include "cmd/files/lines.h"

enum msim_heaped_tree { MSIM_NO_TREE, MSIM_DETAILED, MSIM_PEAK };

struct msim_heaped_node {
    size_t depth;
    uint64_t bytes;
    const char *text; /* "0x109168: main (prog.c:12)", "in 3 places, all below ..." */
};

struct msim_heaped_snapshot {
    uint64_t time, heap, extra, stacks;
    enum msim_heaped_tree tree;
    size_t node, nodes; /* the first node of its tree, and how many it has */
};

struct msim_heaped {
    const char *name; /* of the file */
    const char *desc, *command, *unit;
    struct msim_heaped_snapshot *snapshot;
    size_t snapshots;
    struct msim_heaped_node *node; /* of all trees */
    size_t nodes;
    size_t peak; /* the largest snapshot marked as the peak, or of all; the first of equals */
    char *bytes;
    char **made; /* texts of nodes that are not in the file (user.h) */
    size_t mades;
    size_t folded; /* nodes that were left out there */
    struct msim_file_error error;
};

void msim_heaped_free(struct msim_heaped *heap);

static inline uint64_t msim_heaped_total(const struct msim_heaped_snapshot *snapshot)
{
    return snapshot->heap + snapshot->extra + snapshot->stacks;
}

/* Returns the largest total of all snapshots. */
uint64_t msim_heaped_most(const struct msim_heaped *heap);

/* Returns the number of the peak if it has a tree, else of the largest snapshot with a tree, or
 * heap->snapshots if there is no tree. */
size_t msim_heaped_largest_tree(const struct msim_heaped *heap);

/* "detailed", "peak", "" */
const char *msim_heaped_tree_name(enum msim_heaped_tree tree);

/* The unit of time in words: "instructions". */
const char *msim_heaped_unit_name(const char *unit);

/* Returns a node's text without its address, unless the address is all that is known. */
const char *msim_heaped_place(const char *text);

/* Writes the name of a place: the same with its object without folders or, for a function without a
 * name, its object and address, "libc.so.6 at 0x48C2D1A". */
void msim_heaped_label(char *to, size_t room, const char *text);

/* Returns how many places a node joins; 0: it does not join several. */
uint64_t msim_heaped_joined(const char *text);

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to `heap` from now on.  false: see heap->error; `heap` must be freed all the same. */
bool msim_heaped_read(struct msim_heaped *heap, const char *name, char *bytes, size_t size);

/*
 * Finds the file of allocations of the run that a heap is from.
 *
 * Of memsim.heap.123 it is memsim.alloc.123.  Whatever the names are, it is the file in the same
 * folder whose command and times are those of the heap: it has a line for each snapshot.
 */

/* True: it is from a run of the same command. */
bool msim_heaped_same_command(const struct msim_heaped *heap, const struct msim_allocated *alloc);

/* What the name of the file should be, from malloc: of memsim.heap.123, memsim.alloc.123.  NULL:
 * the name has no ".heap.". */
char *msim_heaped_name_beside(const char *name);

/* The name of a file in the heap's folder that fits, from malloc; NULL: none.  Of several
 * the one that was written nearest to the heap's file. */
char *msim_heaped_find_beside(const struct msim_heaped *heap);

/*
 * Where a tree splits.  Often nearly all memory comes through one function, as a wrapper of malloc:
 * then its callers distinguish places.  So one goes down from the root as long as one node has
 * nearly all bytes of the tree, and stops at the node where several have a part.  If none of them
 * has several callers, the root is where the tree splits.
 *
 * A function without a name, as all that a stripped library does not export, is named by the
 * nearest caller that has one, if nearly all of it comes from there.
 */

enum { MSIM_SPLIT_MOST = 64, MSIM_SPLIT_PERCENT = 90 /* that is nearly all */ };

struct msim_heaped_split {
    size_t steps;                       /* 0: the root */
    const char *place[MSIM_SPLIT_MOST]; /* of each step, from the allocating function on */
    uint64_t bytes;                     /* of the last one */
};

/* Where the tree of this snapshot splits. */
struct msim_heaped_split msim_heaped_split_of(const struct msim_heaped *heap,
                                              const struct msim_heaped_snapshot *snapshot);

/* The nodes below the last step, in the tree of any snapshot: of the heap's nodes, those from *from
 * until *end, of which the children have the depth steps + 1. */
void msim_heaped_below_split(const struct msim_heaped *heap,
                             const struct msim_heaped_snapshot *snapshot,
                             const struct msim_heaped_split *split, size_t *from, size_t *end);

/* The place of one of the heap's nodes or, if that has no name, of the caller that names it. */
const char *msim_heaped_named(const struct msim_heaped *heap, size_t node);
