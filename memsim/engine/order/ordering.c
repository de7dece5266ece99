/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The order of order.h: records arrive in queues (arrivals.h), from which slices are made
 * (slices.h). */
#include "arrivals.h"
#include "slices.h"

struct msim_order *msim_order_new(const struct msim_mem *mem, const struct msim_dict *dict,
                                  const struct msim_cores *cores, uint64_t bytes,
                                  const struct msim_order_receiver *receiver)
{
    struct msim_order *order = msim_get(mem, sizeof *order, 64);
    order->mem = mem;
    order->receiver = *receiver;
    order->most = bytes / sizeof(uint64_t);
    order->blocks.mem = mem;
    order->cores.which = cores;
    msim_order_kinds_init(&order->kinds, mem, dict);
    msim_order_threads_init(&order->threads, mem);
    msim_order_batches_init(&order->batches, mem);
    order->gates = (struct msim_order_gates){.mem = mem, .batches = &order->batches};
    msim_order_places_init(&order->places, mem);
    msim_order_mappings_init(&order->mappings, mem);
    msim_order_ends_init(&order->ends, mem);
    msim_order_arrivals_init(order);
    return order;
}

void msim_order_run(struct msim_order *order, const uint64_t *words, const uint64_t *end)
{
    msim_order_kinds_extend(&order->kinds);
    msim_order_arrive(order, words, end);
    msim_order_go(order);
}
