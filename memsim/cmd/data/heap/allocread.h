/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads files of allocations. */
#ifndef MSIM_CMD_DATA_HEAP_ALLOCREAD_H
#define MSIM_CMD_DATA_HEAP_ALLOCREAD_H

#include "alloc.h"

/* Whether bytes, with a 0 after them, are such a file and not one in Massif's format: there are
 * events before any unit of time. */
bool msim_allocated_is(const char *bytes);

/* Reads such a file; `only`: of which regions (cmd/counts/regions.h).  `name` must stay; `bytes`,
 * from malloc, are `size` bytes and a 0 after them, and belong to `alloc` from now on.  false: see
 * alloc->profile.error; `alloc` must be freed all the same. */
bool msim_allocated_read(struct msim_allocated *alloc, const char *name, char *bytes, size_t size,
                         const char *only);

#endif
