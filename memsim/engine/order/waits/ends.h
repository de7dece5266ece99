/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that have ended: whoever reads the word that the kernel then cleared knows of the end, and comes after it.  So
 * a thread is joined that ended before anybody waited for it, and so its stack is found to be free.
 *
 * Cost: while records of a thread that has ended wait, a look at what others read.
 */
#ifndef MSIM_ENGINE_ORDER_ENDS_H
#define MSIM_ENGINE_ORDER_ENDS_H

#include "gates.h"
#include "stream/dict.h"

struct msim_order_end {
    uint64_t word;
    const struct msim_order_thread *thread;
    uint64_t position; /* after the event */
};

struct msim_order_ends {
    const struct msim_mem *mem;
    struct msim_order_end *end;
    uint32_t used, room;
};

void msim_order_ends_init(struct msim_order_ends *ends, const struct msim_mem *mem);

/* The thread has ended, which its queue has; its word was cleared. */
void msim_order_ends_add(struct msim_order_ends *ends, const struct msim_order_thread *thread,
                         uint64_t word);

/* Forgets those that have been run; is another one left? */
bool msim_order_ends_wait(struct msim_order_ends *ends);

/* Does this record of the thread read the word of another one? */
bool msim_order_ends_are_read(const struct msim_order_ends *ends,
                              const struct msim_order_thread *thread,
                              const struct msim_segment *segment, const uint64_t *record);

/* Then it waits for these. */
void msim_order_ends_gates(const struct msim_order_ends *ends, struct msim_order_gates *gates,
                           struct msim_order_thread *thread, const struct msim_segment *segment,
                           const uint64_t *record);

#endif
