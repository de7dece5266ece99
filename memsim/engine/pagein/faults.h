/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How often the kernel will have a page fault to answer, and what has been seen of which page.
 *
 * The model is Linux's, with 4 KB pages and every file in the page cache:
 *
 *     first touch               one fault; a read of a file brings the pages around it too
 *     write after only reads    one more: a private page is copied, a shared one becomes dirty
 *     anonymous memory, read    the page of zeros; so a write is one more
 *     after a fork              what was written is shared, and a write is one more
 *
 * "Around" is the aligned window of --fault-around bytes, as far as it lies in the same mapping.  Pages
 * that the kernel reads and writes itself count alike.
 *
 *     a page's byte     SEEN    touched since it was mapped
 *                       THERE   the kernel has answered for it
 *                       OWN     and would not ask again, whatever comes
 *                       COPIES  the next write is a fault
 */
#ifndef MSIM_ENGINE_PAGEIN_FAULTS_H
#define MSIM_ENGINE_PAGEIN_FAULTS_H

#include "mappings.h"
#include "engine/base/pageset.h"

enum { MSIM_PAGE_SEEN = 1, MSIM_PAGE_THERE = 2, MSIM_PAGE_OWN = 4, MSIM_PAGE_COPIES = 8 };

/* Faults of pages that were not there, and of the first write of pages that were only read. */
struct msim_fault_count {
    uint64_t first, copied;
};

struct msim_faults {
    struct msim_mappings mappings;
    struct msim_pageset pages; /* by address / 4096 */
    uint64_t around;           /* pages */
    struct msim_table
        backings; /* struct msim_fault_count, by what is behind the page (mappings.h) */
};

/* `around`: bytes. */
void msim_faults_init(struct msim_faults *faults, const struct msim_mem *mem, uint64_t around);

/* The program, or the kernel for it, reads or writes the page, which lies in `mapping` (NULL: in what
 * nobody told of). */
void msim_faults_touch(struct msim_faults *faults, uint64_t page,
                       const struct msim_mapping *mapping, bool write);

/* Nothing is known of the addresses start..end - 1 any more. */
void msim_faults_forget(struct msim_faults *faults, uint64_t start, uint64_t end);

/* What is known goes with the pages. */
void msim_faults_move(struct msim_faults *faults, uint64_t from, uint64_t to, uint64_t bytes);

/* The rights of these mappings have changed. */
void msim_faults_protect(struct msim_faults *faults, uint64_t start, uint64_t end);

void msim_faults_fork(struct msim_faults *faults);

/* All of them. */
uint64_t msim_faults_count(const struct msim_faults *faults);

/* This is the child: nothing is SEEN, nothing counted. */
void msim_faults_in_child(struct msim_faults *faults);

#endif
