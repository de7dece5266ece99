/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of threads.h. */
#include "threads.h"

void msim_order_threads_init(struct msim_order_threads *threads, const struct msim_mem *mem)
{
    msim_table_init(&threads->table, mem, sizeof(struct msim_order_thread), MSIM_ORDER_THREADS_MAX);
}

static void add(struct msim_order_threads *threads)
{
    uint32_t number = threads->table.used;
    struct msim_order_thread *thread = msim_table_add(&threads->table);
    thread->number = number;
    thread->core = UINT32_MAX;
    thread->first_wait = UINT64_MAX;
    thread->ran = UINT64_C(1) << 32; /* far from a pause */
}

struct msim_order_thread *msim_order_thread(struct msim_order_threads *threads, uint64_t number,
                                            bool *made)
{
    if (number >= MSIM_ORDER_THREADS_MAX)
        number = 0;
    while (threads->table.used <= number)
        add(threads);
    struct msim_order_thread *thread = msim_table_at(&threads->table, (uint32_t)number);
    *made = thread->core == UINT32_MAX;
    return thread;
}
