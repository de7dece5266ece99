/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the file of allocations of the run that a heap is from.
 *
 * Of memsim.heap.123 it is memsim.alloc.123.  Whatever the names are, it is the file in the same
 * folder whose command and times are those of the heap: it has a line for each snapshot.
 */
#pragma once

#include "alloc.h"
#include "set.h"

/* True: it is from a run of the same command. */
bool msim_heaped_same_command(const struct msim_heaped *heap, const struct msim_allocated *alloc);

/* What the name of the file should be, from malloc: of memsim.heap.123, memsim.alloc.123.  NULL:
 * the name has no ".heap.". */
char *msim_heaped_name_beside(const char *name);

/* The name of a file in the heap's folder that fits, from malloc; NULL: none.  Of several
 * the one that was written nearest to the heap's file. */
char *msim_heaped_find_beside(const struct msim_heaped *heap);
