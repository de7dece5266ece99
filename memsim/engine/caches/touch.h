/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * References to memory as an observer of pages sees them.
 *
 * The simulator passes on every reference that misses a first-level TLB, and those to watched pages
 * (port.h), in program order.  A page that was never referenced is not in a TLB either, so these
 * suffice to find the first reference to each page.
 */
#pragma once

#include <stdint.h>

#include "stream/stream.h"

struct msim_pageset;

enum { MSIM_PAGE_SHIFT = 12 }; /* of the kernel's pages, and of the TLBs that can be used */

struct msim_page_touch {
    uint64_t first; /* address, */
    uint32_t size;  /* and bytes */
    enum msim_kind kind;
    bool watched;          /* one of its pages may be watched */
    uint32_t site;         /* of the instruction */
    uint64_t instr;        /* its address */
    uint64_t instructions; /* begun before it */
};

/* The observer need not see a reference within one page if the page is not watched and its byte in
 * `pages`, masked with `mask`, is `known`. */
struct msim_page_observer {
    void (*touch)(void *self, const struct msim_page_touch *touch);
    void *self;
    struct msim_pageset *pages;
    uint8_t mask, known;
};

/* A load whose instruction then writes to the same address is a write: an instruction that modifies
 * memory causes one fault. */
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
    uint64_t address = msim_instr_address(segment, instr);
    return (struct msim_page_touch){.kind = MSIM_FETCH,
                                    .first = address,
                                    .size = segment->instrs[instr].length,
                                    .site = segment->instrs[instr].site,
                                    .instr = address,
                                    .instructions = instructions + instr - segment->continued};
}
