/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads of frees.h. */
#include "frees.h"

enum { THREADS_MAX = 1 << 24 };

void msim_heap_frees_init(struct msim_heap_frees *frees, const struct msim_mem *mem,
                          const struct msim_open *open)
{
    frees->open = open;
    msim_table_init(&frees->thread, mem, sizeof(struct msim_thread_frees), THREADS_MAX);
}

void msim_heap_frees_add(struct msim_heap_frees *frees, uint32_t of, uint32_t now, uint64_t bytes)
{
    uint32_t thread = msim_run_part_thread(&frees->open->tree, now);
    while (frees->thread.used <= thread)
        if (!msim_table_add(&frees->thread))
            return;
    struct msim_thread_frees *by = msim_thread_frees_at(frees, thread);
    bool other = thread != msim_run_part_thread(&frees->open->tree, of);
    by->frees++;
    by->bytes += bytes;
    by->others += other;
    by->others_bytes += other ? bytes : 0;
}

void msim_heap_frees_clear(struct msim_heap_frees *frees)
{
    for (uint32_t i = 0; i < frees->thread.used; i++)
        *msim_thread_frees_at(frees, i) = (struct msim_thread_frees){0};
}
