/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is open in each thread: its regions, as the part that its counts go to (tree.h), and whether
 * its counts are collected.
 *
 * Regions may end in another order than they began.  A region that begins inside itself ends when
 * it has ended as often.
 *
 * Counts may be divided by thread, too: then each thread is in a part of its own from the start,
 * and its regions are inside that.
 */
#pragma once

#include "tree.h"

struct msim_open_thread {
    uint32_t part;
    bool off; /* counts are not collected */
    uint32_t
        nested[MSIM_PART_DEPTH_MAX]; /* by place on the path: how often it began inside itself */
};

struct msim_open {
    struct msim_part_tree tree;
    struct msim_table
        threads; /* struct msim_open_thread by number; 0 is for what runs before the first */
    uint32_t running;
    bool off;       /* of threads that begin */
    bool stopped;   /* nothing is collected in any thread */
    bool by_thread; /* counts are divided by thread, too */
    bool keeps_changes;
    struct msim_table changes; /* struct msim_region_change: not taken yet, if kept */
};

/* A thread's counts belong to another part from now on. */
struct msim_region_change {
    uint32_t from, to;
};

enum msim_open_result {
    MSIM_OPEN_DONE,
    MSIM_OPEN_NESTED,   /* it began inside itself, or one such ended: nothing changes */
    MSIM_OPEN_TOO_DEEP, /* MSIM_PART_REGIONS_MAX are open: it is left out, */
    MSIM_OPEN_TOO_MANY, /* or there are MSIM_PARTS_MAX parts */
    MSIM_OPEN_NOT       /* it is not open */
};

void msim_open_init(struct msim_open *open, const struct msim_mem *mem);

static inline struct msim_open_thread *msim_open_now(const struct msim_open *open)
{
    return msim_table_at(&open->threads, open->running);
}

/* Divides counts by thread, too; call it before any thread runs. */
void msim_open_divide(struct msim_open *open);

/* The same for a thread that never ran, or where each thread has parts of its own. */
void msim_open_run_new(struct msim_open *open, uint32_t thread);

/* Another thread runs. */
static inline void msim_open_run(struct msim_open *open, uint32_t thread)
{
    if (thread < open->threads.used && !open->by_thread)
        open->running = thread;
    else
        msim_open_run_new(open, thread);
}

/* A region of the running thread begins or ends; `name`: a string. */
enum msim_open_result msim_open_begin(struct msim_open *open, uint32_t name);
enum msim_open_result msim_open_end(struct msim_open *open, uint32_t name);

/* Collection begins anew, in all threads as at their beginning. */
void msim_open_restart(struct msim_open *open);

/* A dump: what is open goes on in the next stretch. */
void msim_open_dump(struct msim_open *open, uint32_t reason);

/* From now on `changes` has each change of a thread; the observer sets `changes.used` to 0. */
void msim_open_keep_changes(struct msim_open *open, const struct msim_mem *mem);

/* For a forked child: only the running thread is left, and its regions have begun once. */
void msim_open_clear(struct msim_open *open);
