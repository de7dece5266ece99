/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting bits. */
#pragma once

#include <stdint.h>

/* The number of bits that are set: neighbours are added until one sum is left.  The compiler's
 * builtin would call a function of its library. */
static inline unsigned msim_count_bits(uint64_t bits)
{
    const uint64_t two = UINT64_C(0x3333333333333333), four = UINT64_C(0x0f0f0f0f0f0f0f0f);
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & two) + (bits >> 2 & two);
    bits = (bits + (bits >> 4)) & four;
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}
