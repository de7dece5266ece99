/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that the kernel brought into the caches, of which the simulator does not know.
 *
 *     cleared   all lines of a page that is in no file, when the program first uses it
 *     written   those in which the kernel wrote for the program, as what it reads from a file
 *
 * A core has such a line in L2 if, since the kernel last brought some of its page, fewer lines have
 * come into L2 than half of it has room for (pagetables.h counts them), and likewise in L3, but a
 * quarter of it.  Once the program has used the line, the simulator's caches know where it is.
 *
 * A page is new when it is mapped, and when its contents are dropped; what was moved is not.  It is
 * taken for used when a line of it comes from memory.  What is only read, and natively is one page
 * of zeros, is cleared like the rest.
 *
 * Cost: a byte for each page that was used, and 40 for each that L3 has room for, at most
 * MSIM_KERNEL_PAGES_MOST.
 */
#pragma once

#include "engine/base/pageset.h"
#include "engine/base/ranges.h"
#include "engine/core/memory/pagetables.h"
#include "stream/dict.h"
#include "stream/event.h"

enum { MSIM_KERNEL_PAGES_MOST = 1 << 14 };

/* A page of which the kernel brought some lines, and the program has not used them. */
struct msim_kernel_page {
    uint64_t number;  /* + 1; 0: unused */
    uint64_t lines;   /* a bit for each */
    uint64_t came[2]; /* how many had come into L2 and L3 then, as these tables count: */
    const struct msim_page_tables *of; /* those of the core that ran */
};

struct msim_kernel_lines {
    bool on;
    const struct msim_dict *dict;
    struct msim_ranges files;      /* mappings of files */
    struct msim_table moved;       /* pages that are being moved */
    struct msim_pageset used;      /* pages that were used, or written by the kernel: 1 */
    struct msim_kernel_page *page; /* in each place the last that came there */
    uint64_t mask;
};

/* The place of a page: neighbours have others. */
static inline struct msim_kernel_page *
msim_kernel_lines_place(const struct msim_kernel_lines *kernel, uint64_t page)
{
    return &kernel->page[(page ^ page >> 12) & kernel->mask];
}

void msim_kernel_lines_init(struct msim_kernel_lines *kernel, const struct msim_mem *mem,
                            const struct msim_dict *dict, const struct msim_machine *machine);

/* True: the event says something of pages or of what the kernel wrote. */
bool msim_kernel_lines_reads(const struct msim_kernel_lines *kernel, const uint64_t *record);

/* Takes such an event while the core runs that has these tables. */
void msim_kernel_lines_event(struct msim_kernel_lines *kernel, struct msim_page_tables *tables,
                             const uint64_t *record);

/* The core uses the line of this address, which the simulator has no nearer than `from`.  Returns
 * where it is.  `size`: of the pages there, 1 << size. */
enum msim_cause msim_kernel_lines_use(struct msim_kernel_lines *kernel,
                                      struct msim_page_tables *tables, uint64_t address,
                                      unsigned size, enum msim_cause from);

/* Where the line is, as some core has it; it is not used. */
enum msim_cause msim_kernel_lines_where(const struct msim_kernel_lines *kernel, uint64_t address,
                                        enum msim_cause from);
