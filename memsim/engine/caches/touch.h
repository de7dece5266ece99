/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A reference to memory as whoever looks at pages sees it, and who that is.
 *
 * The simulator hands over every reference that misses a first-level TLB, and those to pages that are
 * watched (port.h), in the order of the program.  Whoever has never seen a page before has not seen it
 * in a TLB either, so these are enough to find the first one to each page.
 */
#ifndef MSIM_ENGINE_CACHES_TOUCH_H
#define MSIM_ENGINE_CACHES_TOUCH_H

#include <stdint.h>

#include "stream/stream.h"

struct msim_pageset;

enum { MSIM_PAGE_SHIFT = 12 }; /* what the kernel's pages are, and those of the TLBs that do */

struct msim_page_touch {
    uint64_t first; /* address, */
    uint32_t size;  /* and bytes */
    enum msim_kind kind;
    bool watched;          /* one of its pages may be watched */
    uint32_t site;         /* of the instruction */
    uint64_t instr;        /* its address */
    uint64_t instructions; /* begun before it */
};

/* A reference within one page need not be shown if the page is not watched and its byte in `pages` equals
 * `known` in the bits of `mask`. */
struct msim_page_observer {
    void (*touch)(void *self, const struct msim_page_touch *touch);
    void *self;
    struct msim_pageset *pages;
    uint8_t mask, known;
};

/* What a load reads and its instruction then writes, at the same place, is written: an instruction that
 * modifies memory faults once. */
static inline enum msim_kind msim_touch_kind(const struct msim_segment *segment, unsigned number)
{
    const struct msim_access *access = &segment->accesses[number], *next = access + 1;
    if (access->write || access->modify)
        return MSIM_WRITE;
    if (number + 1 < segment->accesses_used && next->write && next->instr == access->instr &&
        next->word == access->word && next->offset == access->offset)
        return MSIM_WRITE;
    return MSIM_READ;
}

/* The fetch of an instruction; `instructions` were begun before the record. */
static inline struct msim_page_touch msim_touch_of(const struct msim_segment *segment,
                                                   unsigned instr, uint64_t instructions)
{
    uint64_t address = segment->address;
    for (unsigned i = 0; i < instr; i++)
        address += segment->instrs[i].length;
    return (struct msim_page_touch){.kind = MSIM_FETCH,
                                    .first = address,
                                    .size = segment->instrs[instr].length,
                                    .site = segment->instrs[instr].site,
                                    .instr = address,
                                    .instructions = instructions + instr - segment->continued};
}

#endif
