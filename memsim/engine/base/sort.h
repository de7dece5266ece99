/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts numbers in an order that the caller defines. */
#ifndef MSIM_ENGINE_BASE_SORT_H
#define MSIM_ENGINE_BASE_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "stream/mem.h"

/* The numbers 0..count-1 in order.  The sort is stable. */
uint32_t *msim_sorted(const struct msim_mem *mem, uint32_t count,
                      bool (*before)(const void *context, uint32_t a, uint32_t b),
                      const void *context);

#endif
