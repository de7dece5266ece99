/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A heap over time, as a file in Massif's format has it: snapshots in the order of time, some of which
 * have a tree of the places that allocated.
 *
 * A tree is the run of its nodes in the file's order, parents before their children, each with its
 * depth; so it is walked without recursion, however deep it is.  Node 0 of a tree is its root, at depth
 * 0, and the only one there; a node is at most one deeper than the one before it.
 *
 * Of a snapshot, heap + extra + stacks is below 2^64.  Nothing is said of the sums of nodes.  Strings
 * point into the file's bytes, which the set owns.
 */
#ifndef MSIM_CMD_HEAP_SET_H
#define MSIM_CMD_HEAP_SET_H

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
    size_t node, nodes; /* where its tree is, and how large */
};

struct msim_heaped {
    const char *name; /* of the file */
    const char *desc, *command, *unit;
    struct msim_heaped_snapshot *snapshot;
    size_t snapshots;
    struct msim_heaped_node *node;
    size_t nodes;
    size_t peak; /* the snapshot with the peak's tree, else the largest one, of equals the first */
    char *bytes;
    struct msim_file_error error;
};

/* Reads a file.  `name` must stay; `bytes`, from malloc, hold `size` bytes and a 0 behind them, and are
 * taken over.  false: see heap->error; the set must be freed all the same. */
bool msim_heaped_read(struct msim_heaped *heap, const char *name, char *bytes, size_t size);
void msim_heaped_free(struct msim_heaped *heap);

static inline uint64_t msim_heaped_total(const struct msim_heaped_snapshot *snapshot)
{
    return snapshot->heap + snapshot->extra + snapshot->stacks;
}

/* The largest total of all snapshots. */
uint64_t msim_heaped_most(const struct msim_heaped *heap);

/* The peak if it has a tree, else the largest snapshot that has one; heap->snapshots: none has. */
size_t msim_heaped_largest_tree(const struct msim_heaped *heap);

/* "detailed", "peak", "" */
const char *msim_heaped_tree_name(enum msim_heaped_tree tree);

/* The unit in words: "instructions". */
const char *msim_heaped_unit_name(const char *unit);

/* A node's text without its address, but where nothing else is known. */
const char *msim_heaped_place(const char *text);

/* How many places a node of joined ones stands for; 0: it is no such node. */
uint64_t msim_heaped_joined(const char *text);

#endif
