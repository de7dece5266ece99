/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * DHAT's file, version 2, which dh_view.html shows: a program point for each stack that allocated.
 *
 * Blocks, bytes and lifetimes are those of the `life` lines.  Reads and writes are those of heap
 * objects: the bytes that were read and written, if the file has all references, or else counts of
 * an event, misses for example.  The bytes of a program point's blocks have counts of their own if
 * all its blocks are of one size, of at most 1024 bytes as in DHAT, and all offsets are exact.
 *
 * DHAT's lines for reads and writes have the unit of those for blocks.  For an event, the unit is
 * therefore both, "bytes or D1m".
 */
#pragma once

#include <stdio.h>

#include "cmd/data/objects/set.h"

/* What reads and writes are: `bytes`, or an event. */
struct msim_dhat_counts {
    bool bytes;
    size_t event;
};

/* By the name of an event, L1m or D1m, or "bytes"; NULL: bytes if the file has all references, else
 * the first event after Refs.  Ends the command if there is no such event, or no bytes. */
struct msim_dhat_counts msim_dhat_counts(const struct msim_object_set *objects, const char *name);

void msim_dhat_write(const struct msim_object_set *objects, struct msim_dhat_counts counts,
                     FILE *to);
