/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What each thread frees, and how much of that another one allocated, if the run is divided by
 * thread (engine/parts/open.h).
 *
 * Each block has the part that allocated it, and thereby the thread; the thread that frees is that
 * of the present part.  A resized block is freed, and allocated anew, by the thread that resizes
 * it.
 *
 * Cost: a comparison per free if the run is not divided, else a step for each region around it.
 */
#pragma once

#include "engine/parts/open.h"

/* others: of blocks that another thread allocated. */
struct msim_thread_frees {
    uint64_t frees, bytes, others, others_bytes;
};

struct msim_heap_frees {
    const struct msim_open *open; /* NULL: the run has no parts */
    struct msim_table thread;     /* struct msim_thread_frees by number; only as far as needed */
};

void msim_heap_frees_init(struct msim_heap_frees *frees, const struct msim_mem *mem,
                          const struct msim_open *open);

/* A block of the part `of` is freed while `now` runs; only where the run is divided by thread. */
void msim_heap_frees_add(struct msim_heap_frees *frees, uint32_t of, uint32_t now, uint64_t bytes);

static inline void msim_heap_freed(struct msim_heap_frees *frees, uint32_t of, uint32_t now,
                                   uint64_t bytes)
{
    if (frees->open && frees->open->by_thread)
        msim_heap_frees_add(frees, of, now, bytes);
}

static inline struct msim_thread_frees *msim_thread_frees_at(const struct msim_heap_frees *frees,
                                                             uint32_t thread)
{
    return MSIM_TABLE_AT(&frees->thread, thread, struct msim_thread_frees);
}

/* Resets all counts. */
void msim_heap_frees_clear(struct msim_heap_frees *frees);
