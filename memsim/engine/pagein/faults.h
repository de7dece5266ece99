/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Predicts the page faults that the kernel will handle, and keeps the state of each page.
 *
 * The model is Linux's, with 4 KB pages and every file in the page cache:
 *
 *     first touch               one fault; a read of a file also maps the pages around it
 *     write after only reads    one more: a private page is copied, a shared one becomes dirty
 *     anonymous memory, read    maps the page of zeros, so a write is one more
 *     after a fork              written pages are shared, so a write is one more; the child's page
 *                               table lacks pages of files that were only read, and of shared
 *                               mappings
 *
 * "Around" is the aligned window of --fault-around bytes, as far as it lies in the same mapping.
 * Pages that the kernel itself reads and writes count in the same way.  Pages of the library that
 * the tool makes programs preload have a count of their own, because a run without the tool does
 * not have them.
 *
 *     a page's byte     SEEN    touched since it was mapped
 *                       THERE   in the page table
 *                       OWN     no access to it will fault any more
 *                       COPIES  the next write is a fault
 *                       HELD    in a forked child: shared memory that its parent had in the page
 *                               table, so that a read also maps such pages around it
 */
#pragma once

#include "engine/base/pageset.h"
#include "mappings.h"

enum {
    MSIM_PAGE_SEEN = 1,
    MSIM_PAGE_THERE = 2,
    MSIM_PAGE_OWN = 4,
    MSIM_PAGE_COPIES = 8,
    MSIM_PAGE_HELD = 16
};

/* Faults of pages that were not in the page table, and of first writes to pages that were only
 * read. */
struct msim_fault_count {
    uint64_t first, copied;
};

struct msim_faults {
    struct msim_mappings mappings;
    struct msim_pageset pages;    /* by address / 4096 */
    uint64_t around;              /* pages */
    struct msim_table backings;   /* struct msim_fault_count, by backing (mappings.h) */
    struct msim_fault_count tool; /* of MSIM_MAP_TOOL; not in the sum */
    struct msim_table moved;      /* pages that are being moved, with their bytes */
};

/* `around`: bytes. */
void msim_faults_init(struct msim_faults *faults, const struct msim_mem *mem, uint64_t around);

enum msim_fault { MSIM_NO_FAULT, MSIM_FAULT_FIRST, MSIM_FAULT_COPIED };

/* The program, or the kernel for it, reads or writes a page in `mapping`.  NULL: no mapping event
 * covered it.  Returns the predicted fault. */
enum msim_fault msim_faults_touch(struct msim_faults *faults, uint64_t page,
                                  const struct msim_mapping *mapping, bool write);

/* Forgets the pages of the addresses start..end - 1. */
void msim_faults_forget(struct msim_faults *faults, uint64_t start, uint64_t end);

/* The state of pages moves with them. */
void msim_faults_move(struct msim_faults *faults, uint64_t from, uint64_t to, uint64_t bytes);

/* The access rights of these addresses have changed. */
void msim_faults_protect(struct msim_faults *faults, uint64_t start, uint64_t end);

void msim_faults_fork(struct msim_faults *faults);

/* The sum of all faults. */
uint64_t msim_faults_count(const struct msim_faults *faults);

/* In a forked child: nothing is SEEN, nothing is counted. */
void msim_faults_in_child(struct msim_faults *faults);
