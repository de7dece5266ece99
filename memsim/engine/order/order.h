/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Virtual parallel time: the records of a stream in the order in which cores that run side by side would
 * come to them.
 *
 * Valgrind runs one thread at a time, up to 100,000 blocks of code.  Here each thread's records wait in a
 * queue, and the core whose clock is earliest goes next, a few instructions at a time.
 */
#ifndef MSIM_ENGINE_ORDER_H
#define MSIM_ENGINE_ORDER_H

#include "engine/machine/cores.h"
#include "stream/dict.h"
#include "stream/mem.h"

/* Takes the records in their new order, whole, as turns of one thread on one core. */
struct msim_order_receiver {
    /* Returns what the core's clock advances by, besides one for each instruction. */
    uint64_t (*turn)(void *self, uint32_t core, const uint64_t *words, const uint64_t *end);
    void *self;
};

struct msim_order;

/* `bytes`: what may wait at most.  If more does, the earliest core that has records goes on, even if another
 * might have been earlier. */
struct msim_order *msim_order_new(const struct msim_mem *mem, const struct msim_dict *dict,
                                  const struct msim_cores *cores, uint64_t bytes,
                                  const struct msim_order_receiver *receiver);

/* Takes records in the order of the stream. */
void msim_order_run(struct msim_order *order, const uint64_t *words, const uint64_t *end);

/* Runs all that waits. */
void msim_order_settle(struct msim_order *order);

#endif
