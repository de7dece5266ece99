/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks of the program's own allocators (--allocator), and those that it reports by client
 * requests.  They may lie in blocks of malloc, and then count instead of those.  Of several that
 * contain an address, the one that begins last counts.
 */
#ifndef MSIM_ENGINE_WHERE_INNER_H
#define MSIM_ENGINE_WHERE_INNER_H

#include "engine/blocks/spans.h"

struct msim_inner {
    struct msim_spans spans;
    msim_span_set set;
};

void msim_inner_init(struct msim_inner *inner, const struct msim_mem *mem);

static inline bool msim_inner_any(const struct msim_inner *inner)
{
    return inner->set != 0;
}

/* True: a block begins at the address.  It is copied to *found and removed. */
bool msim_inner_remove(struct msim_inner *inner, uint64_t address, struct msim_span *found);

/* Adds a block where none begins. */
void msim_inner_add(struct msim_inner *inner, const struct msim_span *block);

/* True: a block contains the address.  It is copied to *found. */
bool msim_inner_find(const struct msim_inner *inner, uint64_t address, struct msim_span *found);

#endif
