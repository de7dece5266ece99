/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several cores take turns in a simulator: the order (order/order.h) gives it slices, and is told
 * how long they took.
 */
#pragma once

#include "engine/caches/sim.h"
#include "engine/order/order.h"

/* Call when all observers are attached: one of them may know the time. */
struct msim_order *msim_turns_make(const struct msim_mem *mem, struct msim_sim *sim,
                                   const struct msim_cores *cores);
