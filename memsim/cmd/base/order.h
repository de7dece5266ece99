/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorting numbers by an order that is passed in, with memory that is given back. */
#ifndef MSIM_CMD_BASE_ORDER_H
#define MSIM_CMD_BASE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers 0..count-1 in order, stable; from malloc. */
uint32_t *msim_order(uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context);

#endif
