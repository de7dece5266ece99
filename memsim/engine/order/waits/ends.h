/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Threads that have ended: a thread that reads the word that the kernel then cleared knows of the
 * end, and comes after it.  So a library finds out that a thread has ended without waiting for it,
 * and that its stack is free.
 *
 * Cost: a look at each read of other threads, while records of a thread that has ended wait.
 */
#pragma once

#include "gates.h"
#include "stream/dict.h"

struct msim_order_end {
    uint64_t word;
    const struct msim_order_thread *thread;
    uint64_t position; /* the position after the event */
};

struct msim_order_ends {
    const struct msim_mem *mem;
    struct msim_order_end *end;
    uint32_t used, room;
};

void msim_order_ends_init(struct msim_order_ends *ends, const struct msim_mem *mem);

/* The thread has ended, an event that is queued, and its word was cleared. */
void msim_order_ends_add(struct msim_order_ends *ends, const struct msim_order_thread *thread,
                         uint64_t word);

/* Forgets ends that have been run.  True: others are left. */
bool msim_order_ends_wait(struct msim_order_ends *ends);

/* True: this record of the thread reads the word of another one that has ended. */
bool msim_order_ends_are_read(const struct msim_order_ends *ends,
                              const struct msim_order_thread *thread,
                              const struct msim_segment *segment, const uint64_t *record);

/* If so: adds gates for those ends. */
void msim_order_ends_gates(const struct msim_order_ends *ends, struct msim_order_gates *gates,
                           struct msim_order_thread *thread, const struct msim_segment *segment,
                           const uint64_t *record);
