/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sorts numbers by a caller's order, and frees the memory that it needs for this. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The numbers from 0 to count - 1, in a stable order; from malloc. */
uint32_t *msim_order(uint32_t count, bool (*before)(const void *context, uint32_t a, uint32_t b),
                     const void *context);

/* For qsort() and bsearch(): numbers of 32 bits by their value. */
static inline int msim_by_number(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}
