/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cores: their clocks, and the threads that each has to run.
 *
 * A core runs the first thread of its list.  After MSIM_ORDER_QUANTUM instructions, if there are
 * others, this one goes to the end of the list.
 *
 * Cost: choosing the earliest core looks at each that ever ran a thread.
 */
#pragma once

#include "engine/machine/cores.h"
#include "engine/order/waits/threads.h"

enum { MSIM_ORDER_QUANTUM = 1000000 };

/* The clock of a core without threads. */
#define MSIM_ORDER_NEVER UINT64_MAX

struct msim_order_core {
    struct msim_order_thread *first, *last;
    int64_t had;    /* instructions that the first thread ran since it became the first */
    uint32_t known; /* threads that have records waiting */
};

struct msim_order_cores {
    const struct msim_cores *which;
    uint32_t used;
    uint32_t listed; /* threads in all lists */
    uint64_t clock[MSIM_CORES_MAX];
    uint64_t due[MSIM_CORES_MAX]; /* the clock, or MSIM_ORDER_NEVER */
    struct msim_order_core core[MSIM_CORES_MAX];
};

/* Chooses the core of a new thread. */
void msim_order_cores_place(struct msim_order_cores *cores, struct msim_order_thread *thread);

/* Adds the thread at the end of its core's list; a core whose list was empty slept until `now`. */
void msim_order_cores_add(struct msim_order_cores *cores, struct msim_order_thread *thread,
                          uint64_t now);

/* Removes the first thread from the list, or moves it to the end. */
void msim_order_cores_drop(struct msim_order_cores *cores, uint32_t core);
void msim_order_cores_rotate(struct msim_order_cores *cores, uint32_t core);

static inline void msim_order_cores_advance(struct msim_order_cores *cores, uint32_t core,
                                            uint64_t by)
{
    cores->clock[core] += by;
    cores->due[core] = cores->clock[core];
}

/* Advances the clocks of cores without waiting records to `until`, if they are earlier. */
void msim_order_cores_wait(struct msim_order_cores *cores, uint64_t until);

/* The core with the earliest clock, the lowest number of several; MSIM_CORES_MAX: no core has a
 * thread.  *next: the earliest clock of the others, or MSIM_ORDER_NEVER.  `known`: considers only
 * cores that have records waiting. */
uint32_t msim_order_cores_earliest(const struct msim_order_cores *cores, bool known,
                                   uint64_t *next);
