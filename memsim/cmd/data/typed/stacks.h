/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The types of blocks by the stacks that allocate them, for those who have stacks of their own. */
#pragma once

#include "cmd/patterns/wrappers.h"
#include "cmd/types/types.h"

struct msim_objects_stacks;

/* Reads a file of objects, whose `bytes` are from malloc, and finds the types of its blocks.  A
 * file that is wrong ends the command. */
struct msim_objects_stacks *msim_objects_stacks_make(const char *name, char *bytes, size_t size,
                                                     struct msim_types *types,
                                                     const struct msim_wrappers *wrappers);

/* The number of the stack whose innermost frame has that code, called from the stack `outer`, 0:
 * from nowhere. */
uint32_t msim_objects_stacks_find(struct msim_objects_stacks *stacks, uint32_t outer,
                                  const char *path, uint64_t address);

/* The type of the blocks of objects number 1 and so on, with their stack and sizes; false: there is
 * no such object. */
bool msim_objects_stacks_type(const struct msim_objects_stacks *stacks, uint32_t number,
                              uint32_t *stack, uint64_t *low, uint64_t *high,
                              const struct msim_type **type);

void msim_objects_stacks_free(struct msim_objects_stacks *stacks);
