/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts numbers by a caller's order, and frees the memory that it needs for this. */
#ifndef MSIM_CMD_BASE_ORDER_H
#define MSIM_CMD_BASE_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers from 0 to count - 1, in a stable order; from malloc. */
uint32_t *msim_order(uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context);

#endif
