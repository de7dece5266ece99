/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The function that spreads keys over hash tables. */
#pragma once

#include <stdint.h>

/* Neighbouring numbers end far apart: every bit of `number` reaches the upper half of the result,
 * and so, folded, the lower half.  Tables may thus take bits from either end.  To hash several
 * values, xor each into the result for those before it and mix again. */
static inline uint64_t msim_mix(uint64_t number)
{
    uint64_t product = number * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio */
    return product ^ product >> 32;
}
