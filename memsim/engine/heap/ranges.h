/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mapped memory, for --pages-as-heap: which addresses are mapped, and from which place.
 *
 * Ranges in the order of their addresses, none of which overlap.  Unlike blocks they are unmapped in
 * parts and mapped over each other; and one may be terabytes, of which nothing is ever used, so nothing
 * here is done page by page.  A kernel has some 65,000 ranges for a process, so moving those behind the
 * one that changes costs at most 1.5 MB a call, and usually nothing.
 */
#ifndef MSIM_ENGINE_HEAP_RANGES_H
#define MSIM_ENGINE_HEAP_RANGES_H

#include "stream/mem.h"

struct msim_range {
    uint64_t start, end;
    uint32_t place;
};

struct msim_pages {
    const struct msim_mem *mem;
    struct msim_range *range;
    size_t used, most;
};

void msim_pages_init(struct msim_pages *pages, const struct msim_mem *mem);

/* Takes out the lowest piece of `start` to `end` that is mapped; `taken->end` is 0 if there is none. */
void msim_pages_remove(struct msim_pages *pages, uint64_t start, uint64_t end,
                       struct msim_range *taken);

/* No part of it is mapped. */
void msim_pages_add(struct msim_pages *pages, const struct msim_range *range);

#endif
