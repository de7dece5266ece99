/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads files in Massif's format.
 *
 *     desc: OPTIONS
 *     cmd: COMMAND
 *     time_unit: i
 *     #-----------
 *     snapshot=0
 *     #-----------
 *     time=0
 *     mem_heap_B=0
 *     mem_heap_extra_B=0
 *     mem_stacks_B=0
 *     heap_tree=empty|detailed|peak
 *     n1: 1000 (heap allocation functions) malloc/new/new[], --alloc-fns, etc.
 *      n0: 1000 0x109168: main (prog.c:12)
 *
 * The first number of a node is how many nodes are directly below it.
 */
#ifndef MSIM_CMD_DATA_HEAP_READ_H
#define MSIM_CMD_DATA_HEAP_READ_H

#include "set.h"

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to `heap` from now on.  false: see heap->error; `heap` must be freed all the same. */
bool msim_heaped_read(struct msim_heaped *heap, const char *name, char *bytes, size_t size);

#endif
