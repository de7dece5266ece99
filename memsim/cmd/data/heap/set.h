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
